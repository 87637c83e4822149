// SPDX-License-Identifier: Apache-2.0
#include "cli/check_command.hpp"
#include "tests/cli/folder.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <sstream>

using namespace slicegate::cli;
using slicegate::cli::test::Folder;

namespace {

struct Ran {
    int status;
    std::string out;
    std::string err;
};

Ran check(std::vector<std::string> const& files, ReportStyle style = {})
{
    std::ostringstream out;
    std::ostringstream err;
    CheckOptions const options{.files = files, .config = {}, .namespace_ = "team-a", .style = style};
    int const status = run_check(options, out, err);
    return {status, out.str(), err.str()};
}

// The paths of a temporary folder are not for comparing.
std::string without(std::string text, std::string const& folder)
{
    for (std::size_t at = 0; (at = text.find(folder + '/')) != std::string::npos;)
        text.erase(at, folder.size() + 1);
    return text;
}

std::string const two_slices = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: a
    image: a
    resources:
      limits:
        nvidia.com/gpu: 2
)";
std::string const one_slice = R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers: [{name: a, image: a, resources: {limits: {nvidia.com/gpu: 1}}}]
)";
std::string const refusal = R"(pod team-a/trainer was refused by 1 GPU rule:
[single-slice] spec.containers[0].resources.limits[nvidia.com/gpu]: asks for 2 slices, at most 1 is allowed
  why: a slice is a turn on the whole card; a second one adds no compute and no memory
  fix: set nvidia.com/gpu: 1; for a card of its own, add the label slicegate.dev/gpu: dedicate
)";

}  // namespace

TEST_CASE("check: a refusal has the line of the field before the server's words")
{
    Folder const folder;
    auto const file = folder.write("a.yaml", "---\n" + one_slice + "---\n" + two_slices);
    auto const ran = check({file});
    CHECK(ran.status == 1);
    CHECK(ran.err.empty());
    CHECK(
        without(ran.out, folder.path()) ==
        "a.yaml:10: pod team-a/trainer was refused by 1 GPU rule:\n"
        "a.yaml:20: [single-slice] spec.containers[0].resources.limits[nvidia.com/gpu]: asks for 2 slices, "
        "at most 1 "
        "is allowed\n"
        "  why: a slice is a turn on the whole card; a second one adds no compute and no memory\n"
        "  fix: set nvidia.com/gpu: 1; for a card of its own, add the label slicegate.dev/gpu: dedicate\n"
        "2 objects judged: 1 refused, 0 warnings\n");
}

TEST_CASE("check: folders are walked, other kinds passed over and counted")
{
    Folder const folder;
    folder.write("b/web.yml", one_slice);
    folder.write("b/config.json", R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}})");
    folder.write("b/values.yaml", "replicas: 1\n");
    folder.write("b/list.yaml", "- hosts: all\n");
    folder.write("b/notes.txt", two_slices);
    folder.write(".git/hidden.yaml", two_slices);
    folder.write("b/.hidden.yaml", two_slices);
    auto const ran = check({folder.path()});
    CHECK(ran.status == 0);
    CHECK(ran.out == "1 object judged: 0 refused, 0 warnings; 3 of other kinds passed over\n");
}

TEST_CASE("check: links that lead out of a folder are not followed")
{
    Folder const outside;
    Folder const folder;
    outside.write("deep/bad.yaml", two_slices);
    folder.write("web.yaml", one_slice);
    std::filesystem::create_symlink(outside.path("deep/bad.yaml"), folder.path("link.yaml"));
    std::filesystem::create_directory_symlink(outside.path("deep"), folder.path("deep"));
    std::filesystem::create_directory_symlink(folder.path(), folder.path("loop"));
    std::filesystem::create_symlink(folder.path("web.yaml"), folder.path("same.yaml"));
    auto const ran = check({folder.path()});
    CHECK(ran.status == 0);
    CHECK(ran.out == "2 objects judged: 0 refused, 0 warnings\n");
}

TEST_CASE("check: a broken document hides none of the others")
{
    Folder const folder;
    auto const file = folder.write("a.yaml", "a: [\n---\n" + two_slices + "---\nb:\n\tc: d\n");
    auto const ran = check({file, folder.path("missing.yaml")});
    CHECK(ran.status == 2);
    CHECK(ran.out.find("1 object judged: 1 refused, 0 warnings; 3 unreadable\n") != std::string::npos);
    auto const err = without(ran.err, folder.path());
    CHECK(err.find("a.yaml:2: error: is not YAML") != std::string::npos);
    CHECK(err.find("a.yaml:16: error: is not YAML") != std::string::npos);
    CHECK(
        err.find("missing.yaml:1: error: cannot be opened: No such file or directory") != std::string::npos);
}

TEST_CASE("check: what holds no manifest is an error that says so")
{
    struct {
        std::string name;
        std::string text;
        std::string said;
    } const cases[] = {
        {"empty.yaml", "", "is empty: it holds no manifest"},
        {"comments.yaml", "# nothing\n---\n", "is empty: it holds no manifest"},
        {"word.yaml", "hello\n", "is a single word or text, no Kubernetes object"},
        {"template.yaml", "{{ if .Values.x }}\na: b\n{{ end }}\n", "is not JSON"},
        {"template2.yaml", "a: b\n{{ if .Values.x }}\n",
         "(a template must be rendered first: helm template)"},
        {"broken.json", "{\"a\": 1,}", "is not JSON"},
    };
    for (auto const& each : cases)
        DYNAMIC_SECTION(each.name)
        {
            Folder const folder;
            auto const ran = check({folder.write(each.name, each.text)});
            CHECK(ran.status == 2);
            CAPTURE(ran.err);
            CHECK(ran.err.find(each.said) != std::string::npos);
        }
}

TEST_CASE("check: braces are JSON first and YAML second, as for kubectl")
{
    Folder const folder;
    auto const text = R"({apiVersion: v1, kind: Pod, metadata: {name: trainer}, spec: {containers: [{name: a,
  resources: {limits: {nvidia.com/gpu: 0x2}}}]}})";
    auto const ran = check({folder.write("a.yaml", text)});
    CHECK(ran.status == 1);
    CHECK(without(ran.out, folder.path()).find("a.yaml:2: [single-slice]") != std::string::npos);
    CHECK(check({folder.write("a.json", text)}).status == 2);
}

TEST_CASE("check: the items of Lists are judged, with their place")
{
    Folder const folder;
    std::string yaml = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Service\n- ";
    std::string json = R"({"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Service"},
{"apiVersion":"v1","kind":"Pod","metadata":{"name":"trainer"},"spec":{"containers":[
{"name":"a","resources":{"limits":{"nvidia.com/gpu":2}}}]}}]})";
    for (char const c : two_slices)
        (yaml += c) += c == '\n' ? "  " : "";
    auto const from_yaml = check({folder.write("a.yaml", yaml)});
    CHECK(from_yaml.status == 1);
    CHECK(without(from_yaml.out, folder.path())
              .starts_with("a.yaml:6: items[1]: pod team-a/trainer was refused"));
    CHECK(from_yaml.out.find("a.yaml:16: [single-slice]") != std::string::npos);
    auto const from_json = check({folder.write("a.json", json)});
    CHECK(from_json.status == 1);
    CHECK(without(from_json.out, folder.path())
              .starts_with("a.json:2: items[1]: pod team-a/trainer was refused"));
    CHECK(from_json.out.find("a.json:3: [single-slice]") != std::string::npos);
}

TEST_CASE("check: a typed list says what its items are")
{
    Folder const folder;
    std::string const items = R"("items":[{"metadata":{"name":"trainer"},"spec":{"containers":[)"
                              R"({"name":"a","resources":{"limits":{"nvidia.com/gpu":2}}}]}}])";
    CHECK(
        check({folder.write("a.json", R"({"kind":"PodList","apiVersion":"v1",)" + items + "}")}).status == 1);
    CHECK(
        check({folder.write(
                  "a.yaml", R"(---
{"kind":"PodList","apiVersion":"v1",)" +
                                items + "}")})
            .status == 1);
    CHECK(
        check({folder.write("b.json", R"({"kind":"ServiceList","apiVersion":"v1",)" + items + "}")}).status ==
        0);
}

TEST_CASE("check: of a cluster's pods the chosen node is no fault, and those that have run are passed over")
{
    Folder const folder;
    auto const pod = [](std::string const& metadata, std::string const& phase) {
        return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p")" + metadata +
               R"(},"spec":{"nodeName" : "node-1" ,"containers":[{"name":"a","resources":{"limits":)"
               R"({"nvidia.com/gpu":1}}}]},"status":{"phase":")" +
               phase + "\"}}";
    };
    std::string const uid = R"(,"uid":"8f2a")";
    CHECK(check({folder.write("a.json", pod("", "Running"))}).out.find("[node-name]") != std::string::npos);
    CHECK(check({folder.write("b.json", pod(uid, "Running"))}).status == 0);
    auto const finished = check({folder.write("c.json", pod(uid, "Succeeded"))});
    CHECK(finished.out == "0 objects judged: 0 refused, 0 warnings; 1 finished pod passed over\n");
    CHECK(check({folder.write("d.json", pod("", "Succeeded"))}).status == 1);
    std::string const mirror = uid + R"(,"annotations":{"kubernetes.io/config.mirror":"x"})";
    CHECK(check({folder.write("e.json", pod(mirror, "Running"))}).status == 0);
}

TEST_CASE("check: an AdmissionReview is judged as it is")
{
    Folder const folder;
    std::string const review =
        R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"1","kind":{"group":"",)"
        R"("version":"v1","kind":"Pod"},"namespace":"team-b","operation":"CREATE","userInfo":{"username":"ana"},)"
        "\n"
        R"("object":{"metadata":{"name":"x"},"spec":{"containers":[)"
        "\n"
        R"({"name":"a","resources":{"limits":{"nvidia.com/gpu":2}}}]}}}})";
    auto const ran = check({folder.write("a.json", review)});
    CHECK(ran.status == 1);
    CHECK(without(ran.out, folder.path()).starts_with("a.json:1: pod team-b/x was refused"));
    CHECK(ran.out.find("a.json:3: [single-slice]") != std::string::npos);
    auto const broken =
        check({folder.write("b.json", R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"})")});
    CHECK(broken.status == 2);
    CHECK(broken.err.find("is no AdmissionReview: ") != std::string::npos);
}

TEST_CASE("check: a key that comes twice is a warning and the last one counts")
{
    Folder const folder;
    auto const ran = check({folder.write("a.yaml", two_slices + "        nvidia.com/gpu: 1\n")});
    CHECK(ran.status == 0);
    CHECK(
        without(ran.out, folder.path()) ==
        "a.yaml:12: warning: key \"nvidia.com/gpu\" comes twice; the last one counts\n"
        "1 object judged: 0 refused, 1 warning\n");
}

TEST_CASE("check: -o json has the whole message, places and lines")
{
    Folder const folder;
    auto const file = folder.write("a.yaml", two_slices + "---\na: [\n");
    auto const ran = check({file}, {.format = ReportFormat::json});
    CHECK(ran.status == 2);
    auto const report = nlohmann::json::parse(ran.out);
    auto const& found = report.at("results").at(0);
    CHECK(found.at("file") == file);
    CHECK(found.at("message").get<std::string>() + '\n' == refusal);
    CHECK(found.at("violations").at(0).at("rule") == "single-slice");
    CHECK(found.at("violations").at(0).at("line") == 11);
    CHECK(report.at("results").at(1).at("error").get<std::string>().starts_with("is not YAML"));
    CHECK(report.at("summary").at("refused") == 1);
    auto const nothing =
        nlohmann::json::parse(check({folder.write("b.yaml", one_slice)}, {.format = ReportFormat::json}).out);
    CHECK(nothing.at("results").empty());
}

TEST_CASE("check: -o sarif is a log with rules, results and notifications")
{
    Folder const folder;
    auto const file = folder.write("a b.yaml", two_slices + "---\na: [\n");
    auto const log = nlohmann::json::parse(check({file}, {.format = ReportFormat::sarif}).out);
    CHECK(log.at("version") == "2.1.0");
    auto const& run = log.at("runs").at(0);
    auto const& result = run.at("results").at(0);
    CHECK(result.at("ruleId") == "single-slice");
    CHECK(result.at("level") == "error");
    auto const& place = result.at("locations").at(0).at("physicalLocation");
    CHECK(place.at("artifactLocation").at("uri") == "file://" + folder.path() + "/a%20b.yaml");
    CHECK(place.at("region").at("startLine") == 11);
    CHECK(run.at("invocations").at(0).at("executionSuccessful") == false);
    CHECK(run.at("invocations").at(0).at("toolExecutionNotifications").size() == 1);
    bool is_known = false;
    for (auto const& rule : run.at("tool").at("driver").at("rules"))
        is_known |= rule.at("id") == result.at("ruleId");
    CHECK(is_known);
}

TEST_CASE("check: -o github are workflow commands, escaped")
{
    Folder const folder;
    auto const ran = check({folder.write("a,b.yaml", two_slices)}, {.format = ReportFormat::github});
    CHECK(
        without(ran.out, folder.path()) ==
        "::error file=a%2Cb.yaml,line=11,title=slicegate single-slice::Pod trainer: "
        "spec.containers[0].resources.limits[nvidia.com/gpu]: asks for 2 slices, at most 1 is allowed%0A"
        "why: a slice is a turn on the whole card; a second one adds no compute and no memory%0A"
        "fix: set nvidia.com/gpu: 1; for a card of its own, add the label slicegate.dev/gpu: dedicate\n"
        "1 object judged: 1 refused, 0 warnings\n");
}

TEST_CASE("check: a policy that cannot be read is status 2")
{
    Folder const folder;
    std::ostringstream out;
    std::ostringstream err;
    CheckOptions const options{
        .files = {folder.write("a.yaml", one_slice)},
        .config = folder.write("policy.yaml", "kind: Nothing\n"),
        .style = {}};
    CHECK(run_check(options, out, err) == 2);
    CHECK(out.str().empty());
    CHECK(err.str().find("policy.yaml: ") != std::string::npos);
}

TEST_CASE("check: colour goes around places and ids")
{
    Folder const folder;
    auto const ran = check({folder.write("a.yaml", two_slices)}, {.has_colour = true, .is_quiet = true});
    CHECK(ran.out.find("a.yaml:11: \x1b[0m\x1b[31m[single-slice]\x1b[0m spec.") != std::string::npos);
    CHECK(ran.out.find("judged") == std::string::npos);
}

TEST_CASE("check: an output that cannot be written is status 2")
{
    Folder const folder;
    std::ostringstream out;
    out.setstate(std::ios::badbit);
    std::ostringstream err;
    CheckOptions const options{.files = {folder.write("a.yaml", one_slice)}, .config = {}, .style = {}};
    CHECK(run_check(options, out, err) == 2);
    CHECK(err.str() == "slicegate check: standard output cannot be written\n");
}

TEST_CASE("check: a List without items, as kubectl prints it where there is nothing, is no fault")
{
    Folder const folder;
    for (char const* const text :
         {"{\"kind\": \"List\", \"apiVersion\": \"v1\", \"items\": []}",
          "kind: List\napiVersion: v1\nitems: []\n"}) {
        auto const ran = check({folder.write("list", text)});
        CHECK(ran.status == 0);
        CHECK(ran.out.find("0 objects judged") != std::string::npos);
        CHECK(ran.err.empty());
    }
}
