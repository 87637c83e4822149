# SPDX-License-Identifier: Apache-2.0
"""Holds the documentation against the binary and the tree: rules, fields and examples of the policy file, answers,
options, links, words of ./dev. What docs/rules/ quotes is for check_rules.py, metrics for tests/server/check_binary.py.

    python3 tests/docs/check_docs.py build/dev/slicegate
Prints what differs; exit status 1 where anything does, also where these checks would let a known fault through.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
FOLDERS = ("docs", "manifests", "tests", "bench")


def documents():
    files = [ROOT / name for name in TOP] + [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.md")]
    return sorted(file for file in files if file.is_file())


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def section(text, heading):
    """What stands below `## heading`, up to the next heading of that level."""
    return text.split(f"\n## {heading}\n", 1)[-1].split("\n## ", 1)[0]


def rows(text):
    """The cells of a table's rows, the head left out; a cell's link and backticks are taken off."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:])
    return [[re.sub(r"^\[(.*)\]\(.*\)$", r"\1", cell).strip("`") for cell in row] for row in cells]


def differences(what, real, documented):
    missing, unknown = sorted(real - documented), sorted(documented - real)
    return [f"{what}: not documented: {one}" for one in missing] + [f"{what}: there is no {one}" for one in unknown]


def rules_of(policy):
    """Of a rendered policy: each rule with its action, as text."""
    block = re.search(r"^  rules:\n((?:    \S.*\n)+)", policy, re.MULTILINE)
    return {line.strip() for line in block[1].splitlines()}


def documented_rules(readme):
    return {f"{row[0]}: {row[1]}" for row in rows(section(readme, "Rules"))}


def default_of(page):
    """What a page in docs/rules/ says of its rule: "id: action"."""
    found = re.match(r"# `([a-z-]+)`\n\nDefault: `(\w+)`", page)
    return f"{found[1]}: {found[2]}" if found else "a page that begins with no rule and default"


def rule_pages():
    files = sorted((ROOT / "docs/rules").glob("*.md"))
    misnamed = [f"{file.relative_to(ROOT)}: names another rule" for file in files
                if not default_of(file.read_text()).startswith(f"{file.stem}: ")]
    return {default_of(file.read_text()) for file in files}, misnamed


def fields_of(schema, path=""):
    """The path of each field, `pools[].name`. A mapping of rules has no fields of its own: their ids are keys."""
    inner, dot = schema.get("properties", {}), path and path + "."
    if path.endswith("rules"):
        return set()
    found = {dot + name for name in inner}
    if "items" in schema:
        found |= fields_of(schema["items"], path + "[]")
    return found.union(*(fields_of(field, dot + name) for name, field in inner.items()))


def documented_fields(text):
    """The first cells of all tables of fields: those whose head says so."""
    tables = re.findall(r"^\| field.*\n(?:\|.*\n)+", text, re.MULTILINE)
    return {row[0] for table in tables for row in rows(table)}


def bad_policies(binary, name, text):
    """The policies of a document that the binary refuses."""
    bad = []
    for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL):
        if "kind: GpuPolicy" not in block:
            continue
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(block)
            file.flush()
            done = subprocess.run([binary, "policy", "validate", file.name], capture_output=True, text=True)
        if done.returncode != 0:
            bad.append(f"{name}: a policy is refused: {done.stdout}{done.stderr}")
    return bad


def options_of(serve_help):
    return {f"{option} {variable}" for option, variable in
            re.findall(r"^ +(--[a-z-]+)\b(?:(?!\n +--).)*?\(Env:\s*([A-Z_]+)\)", serve_help, re.MULTILINE | re.DOTALL)}


def documented_options(operations):
    return {f"{row[0]} {row[1]}" for row in rows(section(operations, "Options"))}


def dev_words(text):
    return {word for word in re.findall(r"\./dev ([a-z][a-z0-9-]*)", text)}


def words_of(dev_help):
    return set(re.findall(r"^  ([a-z0-9]+)\b", dev_help, re.MULTILINE)) | {"help"}


def examples(readme):
    """The blocks that show a command and what came of it."""
    return [block.strip() for block in re.findall(r"```\n(\$ kubectl .*?)```", readme, re.DOTALL)]


def without_code(text):
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)


def anchors(text):
    """GitHub's: lower case, blanks to hyphens, anything but letters, digits, hyphens and underscores left out."""
    heads = re.findall(r"^#+ (.*)$", without_code_blocks(text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def without_code_blocks(text):
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def broken_links(file, text):
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", without_code(text)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (file.parent / path).resolve() if path else file
        if not target.exists():
            broken.append(f"{file.relative_to(ROOT)}: {link}: there is no such file")
        elif anchor and anchor not in anchors(target.read_text()):
            broken.append(f"{file.relative_to(ROOT)}: {link}: there is no such heading")
    return broken


def missed():
    """Faults that must be found, so that a check whose pattern no longer fits does not pass in silence."""
    readme = ROOT / "README.md"
    table = "\n## Rules\n\n| id | default |\n|---|---|\n| `node-name` | warn | x |\n\n## More\n| `a` | b |\n"
    found = {
        "a rule's row": documented_rules(table) == {"node-name: warn"},
        "a rule of the policy": rules_of("spec:\n  rules:\n    node-name: deny\n  help: x\n") == {"node-name: deny"},
        "a linked rule's row": rows("|x|\n|-|\n| [`node-name`](a.md) | deny |") == [["node-name", "deny"]],
        "a page's default": default_of("# `node-name`\n\nDefault: `deny`. Refuses") == "node-name: deny",
        "a field": fields_of({"properties": {"a": {"items": {"properties": {"b": {}}}}}}) == {"a", "a[].b"},
        "a field's row": documented_fields("x\n| field | x |\n|---|---|\n| `a[].b` | y |\n\n| y |\n") == {"a[].b"},
        "an example": examples("x\n```\n$ kubectl apply\nno\n```\n") == ["$ kubectl apply\nno"],
        "an option": options_of("  --tls-key FILE REQUIRED (Env:SLICEGATE_TLS_KEY)\n") == {"--tls-key SLICEGATE_TLS_KEY"},
        "a missing file": len(broken_links(readme, "[x](nowhere.md)")) == 1,
        "a missing heading": len(broken_links(readme, "[x](#nowhere-at-all)")) == 1,
        "a word of ./dev": dev_words("run `./dev dance`") == {"dance"},
        "a word of its help": words_of("usage\n\n  dance [--once]   how\n                   more\n") == {"dance", "help"},
    }
    return [f"these checks miss {what}" for what, is_found in found.items() if not is_found]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check_docs.py BINARY")
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    readme = (ROOT / "README.md").read_text()
    operations = (ROOT / "docs/operations.md").read_text()

    found = missed()
    found += differences("README.md, rules", rules_of(output(binary, "policy", "show")), documented_rules(readme))
    pages, wrong = rule_pages()
    found += differences("docs/rules/", rules_of(output(binary, "policy", "show")), pages) + wrong
    policy = (ROOT / "docs/policy.md").read_text()
    schema = json.loads(output(binary, "policy", "schema"))
    fields = {field.removeprefix("spec.") for field in fields_of(schema)}
    found += differences("docs/policy.md, fields", fields, documented_fields(policy))
    found += differences("README.md, fields", fields_of(schema["properties"]["spec"]), documented_fields(readme))
    cards = schema["properties"]["spec"]["properties"]["pools"]["items"]["properties"]["card"]["enum"]
    found += [f"docs/policy.md, cards: not documented: {card}" for card in cards if f"`{card}`" not in policy]
    found += bad_policies(binary, "docs/policy.md", policy)
    answers = output("./dev", "run", "--once", "--binary", binary)
    found += [f"README.md: ./dev run does not show this:\n{block}" for block in examples(readme) if block not in answers]
    found += differences("docs/operations.md, options", options_of(output(binary, "serve", "--help")),
                         documented_options(operations))
    known = words_of(output("./dev", "help"))
    for file in documents():
        text = file.read_text()
        found += [f"{file.relative_to(ROOT)}: ./dev {word}: there is no such word" for word in sorted(dev_words(text) - known)]
        found += broken_links(file, text)
    print(*found, f"docs: {len(found)} faults", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
