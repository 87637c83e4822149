// SPDX-License-Identifier: Apache-2.0
// What YAML means. The expectations for words, numbers, keys and merges are what kubectl v1.36.3 made of them
// (`kubectl label --local -f FILE -o json`).
#include "cli/yaml_json.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace slicegate::cli;

namespace {

std::string json_of(std::string const& yaml)
{
    JsonFromYaml to;
    auto const fault = read_yaml(yaml, to);
    return fault ? "line " + std::to_string(fault->line) + ": " + fault->what : to.json;
}

struct Case {
    std::string yaml;
    std::string json;
};

std::string repeat(std::string const& text, std::size_t times)
{
    std::string out;
    for (std::size_t i = 0; i < times; ++i)
        out += text;
    return out;
}

}  // namespace

TEST_CASE("yaml: a word means what kubectl takes it for")
{
    Case const cases[] = {
        {"no", "false"},
        {"N", "false"},
        {"off", "false"},
        {"y", "true"},
        {"on", "true"},
        {"TRUE", "true"},
        {"tRue", R"("tRue")"},
        {"~", "null"},
        {"Null", "null"},
        {"''", R"("")"},
        {"'no'", R"("no")"},
        {"\"2\"", R"("2")"},
        {"1e3", "1000"},
        {"1e5", "100000"},
        {"0x10", "16"},
        {"-0x1F", "-31"},
        {"1_000", "1000"},
        {"1__0", "10"},
        {"_1", R"("_1")"},
        {"0o17", "15"},
        {"017", "15"},
        {"09", "9"},
        {"08.5", "8.5"},
        {"0b11", "3"},
        {"-0b11", "-3"},
        {"0b2", R"("0b2")"},
        {"0x", R"("0x")"},
        {"+12", "12"},
        {"-0", "0"},
        {".5", "0.5"},
        {"+.5", "0.5"},
        {"1.", "1"},
        {"1.50", "1.5"},
        {"1_0.5", "10.5"},
        {"1e400", R"("1e400")"},
        {"1e-7", "1e-07"},
        {"1e20", "100000000000000000000"},
        {"18446744073709551615", "18446744073709551615"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"1e3.5", R"("1e3.5")"},
        {"190:20:30", R"("190:20:30")"},
        {"2001-01-01", R"("2001-01-01")"},
        {"2001-01-01T10:00:00Z", R"("2001-01-01T10:00:00Z")"},
        {"=", R"("=")"},
        {"-", "[null]"},
        {"20Gi", R"("20Gi")"},
        {"!!str 12", R"("12")"},
        {"!!int \"12\"", "12"},
        {"!!float 1", "1"},
        {"!!bool yes", "true"},
        {"! 12", R"("12")"},
        {"!Ref x", R"("x")"},
        {"!!binary aGVsbG8=", R"("hello")"},
        {".inf", "line 1: .inf has no place in JSON"},
        {".nan", "line 1: .nan has no place in JSON"},
        {"!!float x", "line 1: \"x\" is not what its tag says"},
    };
    for (Case const& each : cases)
        DYNAMIC_SECTION(each.yaml)
        {
            CHECK(json_of(each.yaml) == each.json);
        }
}

TEST_CASE("yaml: keys are text, whatever they look like")
{
    CHECK(
        json_of("{1: a, 1.5: b, yes: c, 0x10: d, 1e3: e, \"q\": f, 2001-01-01: g}") ==
        R"({"1":"a","1.5":"b","true":"c","16":"d","1000":"e","q":"f","2001-01-01":"g"})");
    CHECK(json_of("~: a") == "line 1: a key is missing");
    CHECK(json_of("? [a]\n: b") == "line 1: a key must be a word, not a list or a mapping");
}

TEST_CASE("yaml: a merge puts the members where it stands, and the later ones count")
{
    CHECK(
        json_of("a: &a {k: 1, l: 2}\nb:\n  k: mine\n  <<: *a") ==
        R"({"a":{"k":1,"l":2},"b":{"k":"mine","k":1,"l":2}})");
    CHECK(json_of("a: &a {k: 1}\nb:\n  <<: *a\n  k: mine") == R"({"a":{"k":1},"b":{"k":1,"k":"mine"}})");
    CHECK(json_of("<<: [{a: 1}, {b: 2, c: 3}]\nz: 4") == R"({"b":2,"c":3,"a":1,"z":4})");
    CHECK(json_of("<<: {}\nz: 4") == R"({"z":4})");
    CHECK(json_of("<<: {a: {b: [1]}}") == R"({"a":{"b":[1]}})");
    CHECK(json_of("'<<': {a: 1}") == R"({"<<":{"a":1}})");
    CHECK(json_of("<<: foo") == "line 1: << takes a mapping or a list of mappings");
    CHECK(json_of("<<: [{a: 1}, 2]") == "line 1: << takes a mapping or a list of mappings");
    CHECK(json_of("a:\n  <<: &x {k: [1]}\nb: *x") == R"({"a":{"k":[1]},"b":{"k":[1]}})");
}

TEST_CASE("yaml: an alias is a copy of what its anchor names")
{
    CHECK(json_of("a: &x [1, {b: c}]\nd: *x") == R"({"a":[1,{"b":"c"}],"d":[1,{"b":"c"}]})");
    CHECK(json_of("a: &x k\n*x : v") == R"({"a":"k","k":"v"})");
    CHECK(json_of("a: &x 1\nb: &x 2\nc: *x") == R"({"a":1,"b":2,"c":2})");
    CHECK(json_of("&k a: 1\nb: *k") == R"({"a":1,"b":"a"})");
    CHECK(json_of("a: *x") == "line 1: unknown anchor \"x\"");
    CHECK(json_of("a: &x\n  b: *x") == "line 2: anchor \"x\" contains itself");
    CHECK(
        json_of("a: &x {}\n*x : v") ==
        "line 2: an alias of something else than text stands where a key must");
}

TEST_CASE("yaml: of equal keys the last one counts, and a warning says so")
{
    JsonFromYaml to;
    REQUIRE_FALSE(read_yaml("a: 1\nb: {c: 1, c: 2}\na: 3", to));
    CHECK(to.json == R"({"a":1,"b":{"c":1,"c":2},"a":3})");
    REQUIRE(to.warnings.size() == 2);
    CHECK(to.warnings[0].line == 2);
    CHECK(to.warnings[1].line == 3);
    CHECK(to.warnings[1].what == "key \"a\" comes twice; the last one counts");

    std::string many;
    for (int i = 0; i < 40; ++i)
        many += "k" + std::to_string(i) + ": 1\n";
    REQUIRE_FALSE(read_yaml(many + "k7: 2", to));
    REQUIRE(to.warnings.size() == 1);
    CHECK(to.warnings[0].line == 41);
}

TEST_CASE("yaml: a place in the JSON leads back to its line")
{
    std::string const yaml =
        "a:\n  b: &x\n  - one\n  - c: d\n    e: f\nmerged:\n  <<: {g: h}\n  i: j\nagain: *x\n";
    JsonFromYaml to;
    REQUIRE_FALSE(read_yaml(yaml, to));
    struct {
        std::string path;
        std::size_t line;
    } const cases[] = {{"a", 1},          {"a.b", 2},      {"a.b[0]", 3},   {"a.b[1].c", 4},
                       {"a.b[1].e", 5},   {"a.b[1].x", 4}, {"merged.g", 7}, {"merged.i", 8},
                       {"again[1].e", 5}, {"again", 9},    {"nothing", 1}};
    for (auto const& each : cases)
        DYNAMIC_SECTION(each.path)
        {
            CHECK(to.line_of(locate_field(to.json, each.path)) == each.line);
        }
}

TEST_CASE("yaml: a document without content is empty")
{
    CHECK(json_of("").empty());
    CHECK(json_of("# a comment\n").empty());
    CHECK(json_of("---\n# foo\n") == "null");
}

TEST_CASE("yaml: what is not YAML says where and why")
{
    CHECK(json_of("a:\n\tb: c").starts_with("line 2: is not YAML: "));
    CHECK(json_of("a: [1, 2\nb: c").starts_with("line 2: is not YAML: "));
    CHECK(json_of("a: \"\x01\"").starts_with("line 1: is not YAML: control characters"));
    CHECK(json_of("a: \xff\xfe").starts_with("line 1: is not YAML: invalid"));
    CHECK(json_of("a: 1\n...\nb: 2\n").starts_with("line 3: "));
    CHECK(json_of("%YAML 1.1\n").starts_with("line 2: is not YAML: "));
}

TEST_CASE("yaml: what unfolds without end is refused")
{
    std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 12; ++i) {
        auto const before = "*a" + std::to_string(i - 1);
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + repeat(before + ", ", 9) +
                before + "]\n";
    }
    auto const said = json_of(bomb);
    CHECK((said.ends_with("unfolds to more than a million nodes") || said.find("32 MiB") != said.npos));
    CHECK(json_of(repeat("[", 1001)) == "line 1: is nested deeper than 1000 levels");
    CHECK(json_of(repeat("- ", 100'000) + "x") == "line 1: is nested deeper than 1000 levels");
    CHECK(json_of("[" + repeat("1,", 1'000'000) + "]") == "line 1: unfolds to more than a million nodes");
    CHECK(json_of("a: &a " + std::string(1'000'000, 'x') + "\nb: [" + repeat("*a, ", 40) + "]")
              .ends_with("32 MiB"));
}
