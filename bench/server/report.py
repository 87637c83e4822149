# SPDX-License-Identifier: Apache-2.0
"""Tables in Markdown, and where they stand in docs/performance.md, between markers."""

from pathlib import Path

from plot import render_plot

repository = Path(__file__).resolve().parents[2]
page, picture = repository / "docs/performance.md", repository / "docs/performance.svg"
titles = {"validate": "`/validate`, allowed", "refuse": "`/validate`, refused", "no-gpu": "`/validate`, no GPU",
          "dedicate": "`/mutate`, dedicated", "share": "`/mutate`, shared"}
sizes = {"small": "1.3 KB", "200KB": "200 KB", "1.7MB": "1.7 MB", "17MB": "17 MB"}


def render_row(cells: list) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def render_table(head: list, rows: list) -> str:
    return "\n".join([render_row(head), render_row(["---"] + ["---:"] * (len(head) - 1)), *map(render_row, rows)])


def title_of(key: str) -> str:
    name, body, connections = key.split()
    size = sizes.get(body, "5 KB")
    return f"{titles[name]}, {size}, {connections[1:]} connection{'s' if connections != 'x1' else ''}"


def render_case(server: dict, key: str) -> str:
    case = server["cases"].get(key)
    if case is None:
        return "–"
    if "not answered" in case:
        return "refuses it"
    return f"{case['cpu_us']:.0f} · {case['p50_us']:.0f} · {case['p99_us']:.0f} · {case['per_second']:.0f}"


def nginx_key(key: str) -> str:
    """nginx answers all alike; its figure for the size and the connections stands beside each."""
    name, body, connections = key.split()
    return f"validate {body if body in sizes else 'placed'} {connections}"


def render_cases(servers: dict) -> str:
    rows = []
    for key in servers["slicegate"]["cases"]:
        row = [title_of(key)]
        for name, server in servers.items():
            row.append(render_case(server, nginx_key(key) if name == "nginx" else key))
        rows.append(row)
    return render_table(["CPU µs a request · p50 µs · p99 µs · requests a second", *servers], rows)


def render_whole(servers: dict) -> str:
    lines = [("version", lambda s: s["version"]),
             ("full TLS handshakes a second", lambda s: f"{s['handshakes']['per_second']:.0f}"),
             ("CPU µs a handshake", lambda s: f"{s['handshakes']['cpu_us']:.0f}"),
             ("start to ready, ms", lambda s: f"{s['ready_ms']:.0f}"),
             ("resident when idle, MiB", lambda s: f"{s['idle_mib']:.1f}"),
             ("peak with 5 KB bodies, MiB", lambda s: f"{s['peak_mib']:.1f}"),
             ("peak with a 17 MB body, MiB", lambda s: peak_of_large(s)),
             ("binary, MiB", lambda s: f"{s['binary_mib']:.1f}")]
    return render_table(["", *servers], [[title, *(figure(server) for server in servers.values())] for title, figure in lines])


def peak_of_large(server: dict) -> str:
    case = server["cases"].get("validate 17MB x1", {})
    return f"{case['peak_mib']:.0f}" if "peak_mib" in case else "–"


def render_tables(result: dict) -> str:
    about, servers = result["machine"], result["servers"]
    loads = ", ".join(f"{turn['load_average']:.1f}" for turns in zip(*result["raw"].values()) for turn in turns[:1])
    return "\n\n".join([
        f"Measured {about['date']} on {about['cores']} cores of {about['cpu']}, Linux {about['kernel']}: medians of {result['rounds']} "
        f"rounds, {result['seconds']:g} s a case, by wrk with one thread. Load average before the run {about['load_average_before']:.1f}, "
        f"at the start of the rounds {loads}.",
        render_cases(servers), render_whole(servers)])


def render_goals(goals: list) -> str:
    rows = []
    for goal in goals:
        measured = "not measured" if goal.measured is None else f"{goal.measured:.2f}"
        word = "" if goal.measured is None else "missed" if goal.is_missed else "met"
        rows.append([goal.name, f"at {'most' if goal.at_most else 'least'} {goal.limit:g} {goal.unit}", measured, word])
    return "\n" + render_table(["goal", "limit", "measured", ""], rows) + "\n"


def put_between(text: str, mark: str, content: str) -> str:
    begin, end = f"<!-- {mark}: written by ./dev bench -->", f"<!-- end of {mark} -->"
    before, _, rest = text.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"docs/performance.md has no place for {mark}")
    return f"{before}{begin}\n{content.strip()}\n{end}{after}"


def write_docs(result: dict, goals: list) -> None:
    text = put_between(page.read_text(), "servers", render_tables(result))
    page.write_text(put_between(text, "goals", render_goals(goals)))
    picture.write_text(render_plot(result["servers"]))
