# SPDX-License-Identifier: Apache-2.0
"""Applies a JSON Patch and shows two objects' difference as lines of YAML, each below the keys it belongs to."""
import copy
import difflib
import json


def apply_patch(document, patch):
    """RFC 6902 add, remove, replace and test, as kube-apiserver applies them."""
    document = copy.deepcopy(document)
    for edit in patch:
        *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in edit["path"].split("/")[1:]]
        target = document
        for part in parents:
            target = target[int(part)] if isinstance(target, list) else target[part]
        if edit["op"] == "test":
            assert target[int(last) if isinstance(target, list) else last] == edit["value"], edit
        elif isinstance(target, list) and edit["op"] == "add":
            target.insert(len(target) if last == "-" else int(last), edit["value"])
        elif edit["op"] == "remove":
            del target[int(last) if isinstance(target, list) else last]
        else:
            target[int(last) if isinstance(target, list) else last] = edit["value"]
    return document


def yaml_lines(value, depth=0):
    indent = "  " * depth
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from entry(f"{indent}{key}:", inner, depth + 1)
    elif isinstance(value, list) and value:
        for inner in value:
            first, *rest = yaml_lines(inner, depth + 1)
            yield f"{indent}- {first.lstrip()}"
            yield from rest
    else:
        yield f"{indent}{value if isinstance(value, str) and value else json.dumps(value)}"


def entry(head, value, depth):
    if isinstance(value, (dict, list)) and value:
        yield head
        yield from yaml_lines(value, depth)
    else:
        yield f"{head} {''.join(yaml_lines(value))}"


def indentation(line):
    return len(line) - len(line.lstrip(" "))


def difference(before, after):
    """The lines that changed, marked + or -, each below the keys that enclose it; the rest is left out."""
    lines = [line for line in difflib.ndiff(list(yaml_lines(before)), list(yaml_lines(after))) if line[0] != "?"]
    shown, enclosing = set(), []
    for number, line in enumerate(lines):
        enclosing = [above for above in enclosing if indentation(lines[above][2:]) < indentation(line[2:])]
        if line[0] != " ":
            shown.update([*enclosing, number])
        enclosing.append(number)
    return [lines[number] for number in sorted(shown)]
