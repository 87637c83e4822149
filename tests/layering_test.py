# SPDX-License-Identifier: Apache-2.0
"""policy/ decides and sees no socket; server/ carries and knows no rule. Fails where a folder includes or links more
than it may, and where these checks themselves would let a known offence through."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Which folders of ours each may include and link.
OURS = {
    "policy": {"policy"},
    "sizing": {"sizing", "policy"},
    "certs": {"certs", "policy"},
    "cli": {"cli", "certs", "sizing", "policy"},
    "server": {"server", "cli", "certs", "policy"},
    "ui": {"ui", "cli", "sizing", "policy"},
}
# The composition root alone sees every folder.
MAIN = "server/main.cpp"
# Headers and link libraries that a folder may not see.
SOCKETS = r"boost/asio|boost/beast|sys/socket\.h|netinet/|poll\.h"
HEADERS = {
    "policy": rf"{SOCKETS}|openssl/|spdlog/|prometheus/|CLI/|thread>|iostream>|fstream>",
    "policy/rules": r"simdjson|nlohmann|yaml-cpp",  # rules read Pod and Policy, never the wire
    "sizing": rf"{SOCKETS}|openssl/|spdlog/|prometheus/|CLI/|chrono>|thread>|iostream>|fstream>|filesystem>",
    "certs": r"boost/beast|spdlog/|prometheus/|CLI/|yaml-cpp",
    "cli": rf"{SOCKETS}|prometheus/|spdlog/",
    "server": r"simdjson|yaml-cpp",
    "ui": r"openssl/|simdjson|yaml-cpp|spdlog/|prometheus/",
}
LIBRARIES = {
    "policy": r"OpenSSL::|Threads::|spdlog|prometheus|CLI11",
    "sizing": r"OpenSSL::|Threads::|spdlog|prometheus|CLI11",
    "certs": r"spdlog|prometheus|CLI11|yaml-cpp|simdjson",
    "cli": r"prometheus|spdlog",
    "server": r"simdjson|yaml-cpp",
    "ui": r"OpenSSL::|spdlog|prometheus|yaml-cpp|simdjson",
}


def offences(path, text):
    """What a file at this path, relative to the root, may not contain."""
    folder = path.parts[0]
    lines = text.splitlines()
    if path.name == "CMakeLists.txt":
        lines = [line.split("#")[0] for line in lines]
        forbidden = [rf"\bslicegate_{other}\b" for other in OURS if other not in OURS[folder]] + [LIBRARIES[folder]]
        return [line.strip() for line in lines if any(re.search(pattern, line) for pattern in forbidden)]
    return [line for line in lines if line.startswith("#include") and not may_include(path, line)]


def may_include(path, line):
    folder = path.parts[0]
    if own := re.match(r'#include "([^/"]+)/', line):
        return own[1] in OURS[folder] or path.as_posix() == MAIN
    prefixes = [prefix for prefix in HEADERS if path.as_posix().startswith(prefix + "/")]
    return not any(re.search(rf"[<\"/](?:{HEADERS[prefix]})", line) for prefix in prefixes)


def missed():
    """Offences that must be found, and lines that must pass."""
    bad = [
        ("policy/admit.cpp", "#include <boost/asio/ip/tcp.hpp>"),
        ("policy/admit.cpp", "#include <boost/beast/http.hpp>"),
        ("policy/admit.cpp", "#include <openssl/ssl.h>"),
        ("policy/admit.cpp", "#include <spdlog/spdlog.h>"),
        ("policy/admit.hpp", '#include "server/session.hpp"'),
        ("policy/rules/node_name.cpp", "#include <simdjson.h>"),
        ("certs/make.cpp", '#include "server/session.hpp"'),
        ("server/session.cpp", "#include <simdjson.h>"),
        ("policy/cards.cpp", '#include "sizing/hardware.hpp"'),
        ("sizing/models.cpp", "#include <fstream>"),
        ("sizing/plan.cpp", "#include <chrono>"),
        ("sizing/words.hpp", '#include "cli/input.hpp"'),
        ("policy/CMakeLists.txt", "    PUBLIC Boost::headers OpenSSL::SSL"),
        ("policy/CMakeLists.txt", "    PUBLIC slicegate_certs"),
        ("certs/CMakeLists.txt", "    PRIVATE slicegate_server slicegate_options)"),
    ]
    good = [
        ("policy/review.cpp", "#include <simdjson.h>"),
        ("policy/admit.hpp", '#include "policy/error.hpp"'),
        ("sizing/words.hpp", '#include "policy/error.hpp"'),
        ("cli/mig_command.cpp", '#include "sizing/plan.hpp"'),
        ("policy/admit.hpp", "#include <boost/system/result.hpp>"),
        ("server/session.cpp", "#include <boost/beast/http.hpp>"),
        ("policy/CMakeLists.txt", "# policy/ may not link OpenSSL::SSL"),
    ]
    return [f"not found in {path}: {line}" for path, line in bad if not offences(pathlib.Path(path), line)] + [
        f"wrongly found in {path}: {line}" for path, line in good if offences(pathlib.Path(path), line)]


def main():
    found = missed()
    for folder in OURS:
        files = [*(ROOT / folder).rglob("*.[ch]pp"), *(ROOT / folder).rglob("CMakeLists.txt")]
        if not files:
            found.append(f"{folder}/ has no sources: was it renamed?")
        for file in files:
            path = file.relative_to(ROOT)
            found += [f"{path}: {line}" for line in offences(path, file.read_text())]
    print(*found, f"layering: {len(found)} offences", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
