#!/usr/bin/env python3
"""Times the hard boards of a corpus: this crate, CaDiCaL, CP-SAT and Gecode, each board in five fixed relabelings.

    cargo build --release --example boards
    PENCILMARK_CORPUS=... python3 benches/peers/hard.py run [--boards NAME,...] [--solvers ours,cadical,cpsat,gecode]
                                                            [--relabelings 5] [--limit 30] [--again ours]
    python3 benches/peers/hard.py table
    PENCILMARK_CORPUS=... python3 benches/peers/hard.py easy [--side 16] [--repeats 2] [--workers 8]

`run` appends a row a board, relabeling and solver to `hard.tsv` beside it, and leaves out what is there already for this
machine: stopped, it goes on where it was. `--again` times a solver once more (its newest row counts). `table` prints, for
each machine, PAR2 by board (mean processor time, a time-out counting twice) and the geometric means of the ratios, for
the first solution and for the second one or its refutation.

`easy` times CaDiCaL and CP-SAT within this process on the boards of one side that are marked easy, a solution and a second one
or its refutation; `cargo run --release --bin side` in this folder times this crate on the same ones. CP-SAT may take several
workers there, so its times are those on the clock, which are shorter than the processor's. It needs the Python packages `ortools`
and `python-sat`.

The others need the example `boards`, the programs `cadical` and `fzn-gecode` (Debian packages `cadical` and `flatzinc`) and the
Python package `ortools`; what is missing is left out. All times are processor times, and so are the limits. Reading and building
the model are left out for CaDiCaL and CP-SAT, not for Gecode and this crate. CaDiCaL gets the extended encoding: candidates that
the givens rule out are not there, each cell has a value, each value a place in each region, and no two of either. CP-SAT gets an
all-different a region, and one worker; Gecode a domain-consistent one, and dom/wdeg. For the second solution CaDiCaL and CP-SAT
start anew, with the first one excluded; Gecode and this crate go on.
"""

import argparse
import collections
import math
import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
FIGURES = os.path.join(HERE, "hard.tsv")
COLUMNS = ["machine", "solver", "version", "limit", "board", "relabeling", "first", "first_s", "second", "second_s"]
MASK = (1 << 64) - 1


def relabelled(numbers, seed):
    """The same as in the example `boards`: values, lines, bands of lines and the two directions exchanged."""
    side, height, width = numbers[:3]
    cells = numbers[3:]
    if seed == 0:
        return numbers
    state = seed

    def shuffled(count):
        nonlocal state
        order = list(range(count))
        for i in range(count - 1, 0, -1):
            state = (state * 6364136223846793005 + 1442695040888963407) & MASK
            j = (state >> 33) % (i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def lines(size):
        return [band * size + line for band in shuffled(side // size) for line in shuffled(size)]

    down = lines(height)
    across = lines(width)
    symbols = shuffled(side)
    turned = shuffled(2)[0] == 1
    board = [side, width, height] if turned else [side, height, width]
    for cell in range(side * side):
        i, j = (cell % side, cell // side) if turned else (cell // side, cell % side)
        value = cells[down[i] * side + across[j]]
        board.append(symbols[value - 1] + 1 if value else 0)
    return board


def regions(side, height, width):
    yield from ([line * side + i for i in range(side)] for line in range(side))
    yield from ([i * side + line for i in range(side)] for line in range(side))
    if height > 1 and width > 1:
        for corner in range(side):
            top, left = corner // height * height, corner % height * width
            yield [(top + i // width) * side + left + i % width for i in range(side)]


def candidates(board):
    """The values that the givens leave each cell."""
    side, height, width = board[:3]
    cells = board[3:]
    left = [set(range(1, side + 1)) if value == 0 else {value} for value in cells]
    for region in regions(side, height, width):
        taken = {cells[cell] for cell in region} - {0}
        for cell in region:
            if cells[cell] == 0:
                left[cell] -= taken
    return left


def clauses(board):
    """The numbers of the literals, and the clauses over them."""
    left = candidates(board)
    number = {}
    for cell, values in enumerate(left):
        for value in sorted(values):
            number[cell, value] = len(number) + 1
    found = []

    def one_of(lits):
        found.append(lits)
        found.extend([-a, -b] for i, a in enumerate(lits) for b in lits[:i])

    for cell, values in enumerate(left):
        one_of([number[cell, value] for value in sorted(values)])
    for region in regions(*board[:3]):
        for value in range(1, board[0] + 1):
            one_of([number[cell, value] for cell in region if value in left[cell]])
    return number, found


def holds(board, solution):
    kept = all(given in (0, value) for given, value in zip(board[3:], solution))
    return kept and all(len({solution[cell] for cell in region}) == board[0] for region in regions(*board[:3]))


def cadical(board, limit):
    number, found = clauses(board)
    name = {lit: place for place, lit in number.items()}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "board.cnf")
        answers = []
        for _ in range(2):
            with open(path, "w") as file:
                file.write(f"p cnf {len(number)} {len(found)}\n")
                file.writelines(" ".join(map(str, clause)) + " 0\n" for clause in found)
            seconds, output = limited(["cadical", path], limit + 5)
            reading = re.search(r"^c\s+([\d.]+)\s+[\d.]+%\s+parse", output, re.M)
            seconds -= float(reading.group(1)) if reading else 0.0
            true = [int(lit) for line in re.findall(r"^v (.*)$", output, re.M) for lit in line.split()]
            if "s UNSATISFIABLE" in output and seconds <= limit:
                answers.append(("none", seconds))
            elif "s SATISFIABLE" in output and seconds <= limit:
                places = [name[lit] for lit in true if lit > 0]
                check(board, [value for _, value in sorted(places)])
                found.append([-lit for lit in true if lit > 0])
                answers.append(("solution", seconds))
                continue
            else:
                answers.append(("stopped", limit))
            break
        return answers


def check(board, solution):
    if not holds(board, solution):
        sys.exit("a solver gave a wrong solution")


def limited(command, limit):
    """Processor seconds and output of a command; it is ended after `limit` processor seconds."""

    def before():
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 2))

    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, preexec_fn=before, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime, done.stdout


def cpsat(board, limit):
    """In a process of its own, so that its processor time can be limited."""
    with tempfile.TemporaryDirectory() as folder:
        path = write(board, folder)
        _, output = limited([sys.executable, os.path.abspath(__file__), "cpsat", path, str(limit)], 3 * limit + 30)
    answers = [(what, float(seconds)) for what, seconds in (line.split() for line in output.splitlines())]
    return answers if answers and answers[-1][0] != "solution" or len(answers) == 2 else answers + [("stopped", limit)]


def cpsat_here(path, limit):
    for what, seconds in cpsat_answers(read(path), limit, 1, time.process_time):
        print(what, seconds, flush=True)


def cpsat_answers(board, limit, workers, clock):
    """What CP-SAT says, answer by answer, and in how many seconds each, the building of the model left out."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(sorted(values)), f"c{cell}")
        for cell, values in enumerate(candidates(board))
    ]
    for region in regions(*board[:3]):
        model.add_all_different([cells[cell] for cell in region])
    for _ in range(2):
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = workers
        if workers == 1:
            # The hard limit is the caller's: who is not root cannot raise it again for the second solution.
            _, hard_limit = resource.getrlimit(resource.RLIMIT_CPU)
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + limit), hard_limit))
        start = clock()
        status = solver.solve(model)
        seconds = clock() - start
        if status == cp_model.INFEASIBLE:
            yield "none", seconds
            return
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return
        solution = [solver.value(cell) for cell in cells]
        check(board, solution)
        yield "solution", seconds
        # One clause: that some cell is another.
        model.add_forbidden_assignments(cells, [solution])


def gecode(board, limit):
    """Domain-consistent all-different and dom/wdeg, told in FlatZinc. A run for one solution, and one for two."""
    lines = ["predicate all_different_int(array [int] of var int: x);"]
    names = [f"c{cell}" for cell in range(len(board) - 3)]
    for name, values in zip(names, candidates(board)):
        lines.append(f"var {{{', '.join(map(str, sorted(values)))}}}: {name} :: output_var;")
    for region in regions(*board[:3]):
        lines.append(f"constraint all_different_int([{', '.join(names[cell] for cell in region)}]) :: domain;")
    lines.append(f"solve :: int_search([{', '.join(names)}], dom_w_deg, indomain_min, complete) satisfy;")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "board.fzn")
        with open(path, "w") as file:
            file.write("\n".join(lines) + "\n")
        answers = []
        before = 0.0
        for wanted in (1, 2):
            # The second run repeats the first; its limit is for what comes after that.
            seconds, output = limited(["fzn-gecode", "-n", str(wanted), path], before + limit + 1)
            solutions = output.split("----------")[:-1]
            for solution in solutions:
                found = dict(re.findall(r"(c\d+) = (\d+);", solution))
                check(board, [int(found[name]) for name in names])
            complete = "==========" in output or "=====UNSATISFIABLE=====" in output
            if seconds - before > limit or len(solutions) < wanted and not complete:
                answers.append(("stopped", limit))
            else:
                answers.append(("solution" if len(solutions) == wanted else "none", max(seconds - before, 0.0)))
            if answers[-1][0] != "solution":
                break
            before = seconds
        return answers


def ours(board, limit):
    with tempfile.TemporaryDirectory() as folder:
        path = write(board, folder)
        target = os.environ.get("CARGO_TARGET_DIR", os.path.join(HERE, "..", "..", "target"))
        program = os.path.join(target, "release", "examples", "boards")
        _, output = limited([program, "--limit", str(2 * limit), path], 3 * limit + 5)
    # The last columns: seconds to the first solution and to the second, and what came of it.
    last = re.search(r"([\d.]+)\s+([\d.]+)\s+(several|unique|solved, then stopped|none|stopped)$", output.strip())
    if not last:
        return [("stopped", limit)]
    first, second, what = float(last.group(1)), float(last.group(2)), last.group(3)
    if what == "stopped" or first > limit:
        return [("stopped", limit)]
    if what == "none":
        return [("none", first)]
    if what == "solved, then stopped" or second > limit:
        return [("solution", first), ("stopped", limit)]
    return [("solution", first), ("solution" if what == "several" else "none", second)]


def read(path):
    with open(path) as file:
        return [int(number) for number in file.read().split()]


def write(board, folder):
    path = os.path.join(folder, "board.txt")
    with open(path, "w") as file:
        file.write(" ".join(map(str, board)) + "\n")
    return path


def version(solver):
    """The version of a solver, or none if it is not there."""
    try:
        if solver == "cadical":
            return subprocess.run(["cadical", "--version"], capture_output=True, text=True).stdout.strip()
        if solver == "gecode":
            told = subprocess.run(["fzn-gecode", "--help"], capture_output=True, text=True)
            return re.search(r"Version: ([\d.]+)", told.stdout + told.stderr).group(1)
        if solver == "cpsat":
            import ortools

            return ortools.__version__
        done = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, cwd=HERE)
        return done.stdout.strip() or "unknown"
    except (OSError, ImportError):
        return None


def machine():
    try:
        with open("/proc/cpuinfo") as file:
            name = re.search(r"^model name\s*:\s*(.*)$", file.read(), re.M).group(1)
    except (OSError, AttributeError):
        name = platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores"


def rows():
    if not os.path.exists(FIGURES):
        return []
    with open(FIGURES) as file:
        return [dict(zip(COLUMNS, line.rstrip("\n").split("\t"))) for line in file.readlines()[1:]]


def hard(corpus):
    """Class hard, by the manifests of the folders."""
    for folder in ["large", "latin"]:
        with open(os.path.join(corpus, folder, "MANIFEST.tsv")) as file:
            head, *lines = (line.rstrip("\n").split("\t") for line in file)
        for line in lines:
            row = dict(zip(head, line))
            yield row["file"], os.path.join(corpus, folder, row["file"]), row["class"] == "hard"


def run(options):
    corpus = os.environ.get("PENCILMARK_CORPUS") or sys.exit("PENCILMARK_CORPUS is not set")
    named = options.boards.split(",") if options.boards else None
    here = machine()
    done = {
        (row["machine"], row["solver"], row["board"], row["relabeling"])
        for row in rows()
        if row["solver"] != options.again
    }
    if not os.path.exists(FIGURES):
        with open(FIGURES, "w") as file:
            file.write("\t".join(COLUMNS) + "\n")
    for solver in options.solvers.split(","):
        its_version = version(solver)
        if its_version is None:
            print(f"{solver} is not there", file=sys.stderr)
            continue
        for name, path, is_hard in hard(corpus):
            name = name.removesuffix(".txt")
            if not (name in named if named else is_hard):
                continue
            for seed in range(options.relabelings):
                if (here, solver, name, str(seed)) in done:
                    continue
                board = relabelled(read(path), seed)
                answers = {"ours": ours, "cadical": cadical, "cpsat": cpsat, "gecode": gecode}[solver](board, options.limit)
                (first, first_s), (second, second_s) = (answers + [("-", 0.0)])[:2]
                row = [here, solver, its_version, f"{options.limit:g}", name, str(seed)]
                row += [first, f"{first_s:.3f}", second, f"{second_s:.3f}"]
                with open(FIGURES, "a") as file:
                    file.write("\t".join(row) + "\n")
                print("\t".join(row[1:]), flush=True)


def table():
    newest = {(row["machine"], row["board"], row["relabeling"], row["solver"]): row for row in rows()}
    for here in sorted({key[0] for key in newest}):
        print(here)
        for what in ["first", "second"]:
            times = collections.defaultdict(dict)
            for (on, board, seed, solver), row in newest.items():
                if on == here and row[what] != "-":
                    stopped = row[what] == "stopped"
                    times[board, solver][seed] = 2 * float(row["limit"]) if stopped else float(row[what + "_s"])
            solvers = sorted({solver for _, solver in times}, key=lambda solver: (solver != "ours", solver))
            print(f"\n| {what} solution, PAR2 | " + " | ".join(solvers) + " |")
            print("|---" * (len(solvers) + 1) + "|")
            ratios = collections.defaultdict(list)
            for board in sorted({board for board, _ in times}):
                cells = []
                for solver in solvers:
                    mine = times.get((board, solver), {})
                    cells.append(f"{sum(mine.values()) / len(mine):.2f} s ({len(mine)})" if mine else "")
                    # Over the relabelings that both have.
                    both = mine.keys() & times.get((board, "ours"), {}).keys()
                    if solver != "ours" and both:
                        par2 = [max(sum(times[board, who][seed] for seed in both) / len(both), 0.02) for who in ("ours", solver)]
                        ratios[solver].append(par2[0] / par2[1])
                print(f"| {board} | " + " | ".join(cells) + " |")
            for solver, ratio in ratios.items():
                mean = math.exp(sum(map(math.log, ratio)) / len(ratio))
                print(f"\nours / {solver}: geometric mean {mean:.2f} over {len(ratio)} boards, at most {max(ratio):.1f}")
        print()


def cadical_here(board):
    """Seconds that CaDiCaL takes within this process for a solution and a second one or its refutation."""
    from pysat.solvers import Cadical195

    number, found = clauses(board)
    name = {lit: place for place, lit in number.items()}
    total = 0.0
    for _ in range(2):
        with Cadical195(bootstrap_with=found) as solver:
            start = time.process_time()
            satisfiable = solver.solve()
            total += time.process_time() - start
            if not satisfiable:
                break
            true = [lit for lit in solver.get_model() if lit > 0]
        check(board, [value for _, value in sorted(name[lit] for lit in true)])
        found.append([-lit for lit in true])
    return total


def easy(options):
    """Milliseconds a board, over the boards of one side that are marked easy."""
    folder = os.path.join(os.environ.get("PENCILMARK_CORPUS") or sys.exit("PENCILMARK_CORPUS is not set"), "large")
    with open(os.path.join(folder, "MANIFEST.tsv")) as file:
        head, *lines = (line.rstrip("\n").split("\t") for line in file)
    boards = (dict(zip(head, line)) for line in lines)
    chosen = [row["file"] for row in boards if row["n"] == str(options.side) and row["class"] == "easy"]
    times = collections.defaultdict(float)
    for name in chosen:
        board = read(os.path.join(folder, name))
        for _ in range(options.repeats):
            times["cadical"] += cadical_here(board)
            answers = cpsat_answers(board, options.limit, options.workers, time.perf_counter)
            times[f"cpsat, {options.workers} workers"] += sum(seconds for _, seconds in answers)
    print(f"{len(chosen)} boards of side {options.side}, {options.repeats} times each")
    for solver, seconds in times.items():
        print(f"  {solver} {seconds * 1e3 / len(chosen) / options.repeats:.2f} ms a board")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["run", "table", "easy", "cpsat"])
    parser.add_argument("rest", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--boards", help="by name, instead of class hard")
    parser.add_argument("--solvers", default="ours,cadical,cpsat,gecode")
    parser.add_argument("--relabelings", type=int, default=5)
    parser.add_argument("--limit", type=float, default=30.0)
    parser.add_argument("--side", type=int, default=16)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--again", help="a solver to be timed once more")
    options = parser.parse_args()
    if options.what == "cpsat":
        cpsat_here(options.rest[0], float(options.rest[1]))
    elif options.what == "run":
        run(options)
    elif options.what == "easy":
        easy(options)
    else:
        table()


if __name__ == "__main__":
    main()
