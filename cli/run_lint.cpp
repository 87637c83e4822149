// SPDX-License-Identifier: Apache-2.0
#include "cli/run_lint.hpp"

#include "cli/lint.hpp"
#include "cli/load_policy.hpp"
#include "cli/render_lint.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <ostream>

namespace slicegate::cli {

namespace {

constexpr int disagree = 1;
constexpr int unreadable = 2;

// Text in a ConfigMap may be for anything; what has one of these is a configuration of the device plugin.
bool is_plugin_config(nlohmann::json const& value)
{
    return find_field(value, "sharing") != nullptr || find_field(value, "flags") != nullptr ||
           (find_field(value, "version") != nullptr && find_field(value, "kind") == nullptr);
}

class Installation {
public:
    Installation(LintOptions const& options, policy::Policy const& policy, std::ostream& err)
        : options_(options), policy_(policy), err_(err)
    {
    }

    // False where a file cannot be read; what can is linted all the same.
    bool lint()
    {
        for (std::string const& file : options_.device_plugins)
            read(file, "no configuration of the device plugin", [&](Part const& part) {
                return take_plugin(part);
            });
        for (std::string const& file : options_.limit_ranges)
            read(file, "no LimitRange", [&](Part const& part) { return take_limit_range(part); });
        for (std::string const& file : options_.webhooks)
            read(file, "no webhook configuration", [&](Part const& part) { return take_webhooks(part); });
        for (std::string const& file : options_.nodes)
            read(file, "no Node", [&](Part const& part) { return take_node(part); });
        compare();
        return is_readable_;
    }

    [[nodiscard]] LintFindings const& findings() const { return findings_; }
    [[nodiscard]] std::size_t objects() const { return objects_; }

private:
    template <class Take> void read(std::string const& file, std::string_view missing, Take take)
    {
        auto const parts = read_parts(file);
        if (!parts)
            return fail(file, parts.error().message);
        std::size_t const before = objects_;
        for (Part const& part : *parts)
            objects_ += take(part);
        if (objects_ == before && is_readable_)
            fail(file, "holds " + std::string(missing));
    }

    void fail(std::string const& file, std::string_view message)
    {
        is_readable_ = false;
        print_error(err_, file, message);
    }

    // Each returns how many objects it has found.
    std::size_t take_plugin(Part const& part)
    {
        if (part.kind() == "ConfigMap")
            return take_config_map(part);
        return is_plugin_config(part.value()) ? add_plugin(part, "") : 0;
    }

    std::size_t take_config_map(Part const& part)
    {
        std::size_t count = 0;
        auto const* const data = find_field(part.value(), "data");
        if (data == nullptr || !data->is_object())
            return 0;
        for (auto const& [key, text] : data->items()) {
            std::string path = "data";
            policy::append_path_key(path, key);
            if (!text.is_string() || text.get_ref<std::string const&>().find(':') == std::string::npos)
                continue;
            auto const inner = part.embedded(path, text.get<std::string>());
            if (inner.has_value() && is_plugin_config(inner->value()))
                count += add_plugin(*inner, key);
            else if (
                inner.has_error() && text.get_ref<std::string const&>().find("sharing:") != std::string::npos)
                fail(part.file(), inner.error().message);
        }
        return count;
    }

    std::size_t add_plugin(Part const& part, std::string name)
    {
        configs_.push_back(read_plugin_config(part, std::move(name)));
        lint_plugin_config(configs_.back(), policy_, findings_);
        return 1;
    }

    std::size_t take_limit_range(Part const& part)
    {
        if (part.kind() != "LimitRange")
            return 0;
        lint_limit_range(part, policy_, findings_);
        return 1;
    }

    std::size_t take_webhooks(Part const& part)
    {
        if (!part.kind().ends_with("WebhookConfiguration"))
            return 0;
        registrations_.push_back(part);
        return 1;
    }

    std::size_t take_node(Part const& part)
    {
        if (part.kind() != "Node")
            return 0;
        nodes_.push_back(read_lint_node(part));
        return 1;
    }

    void compare()
    {
        if (!registrations_.empty())
            lint_registrations(registrations_, policy_, findings_);
        Part const part = policy_part();
        lint_pools(part, policy_, configs_, findings_);
        if (!nodes_.empty())
            lint_nodes(part, policy_, nodes_, findings_);
    }

    // Standard input has been read by now.
    [[nodiscard]] Part policy_part() const
    {
        if (options_.config.empty())
            return make_part("(the compiled-in policy)");
        auto const parts = options_.config == "-" ? Error{Errc::io, ""} : read_parts(options_.config);
        return parts.has_value() && parts->size() == 1 ? parts->front() : make_part(options_.config);
    }

    LintOptions const& options_;
    policy::Policy const& policy_;
    std::ostream& err_;
    LintFindings findings_;
    std::vector<PluginConfig> configs_;
    std::vector<Part> registrations_;
    std::vector<LintNode> nodes_;
    std::size_t objects_ = 0;
    bool is_readable_ = true;
};

// The same file for two options is read twice, standard input cannot be.
bool is_sound(LintOptions const& options, std::ostream& err)
{
    std::size_t files = 0;
    std::size_t inputs = options.config == "-" ? 1 : 0;
    for (auto const* const list :
         {&options.device_plugins, &options.limit_ranges, &options.webhooks, &options.nodes}) {
        files += list->size();
        inputs += static_cast<std::size_t>(std::ranges::count(*list, "-"));
    }
    if (files == 0)
        err << "slicegate policy lint: give at least one of --device-plugin, --limitrange, --webhooks and "
               "--nodes\n";
    else if (inputs > 1)
        err << "slicegate policy lint: standard input (-) can be given once\n";
    return files > 0 && inputs <= 1;
}

}  // namespace

void report(LintFindings& findings, Part const& part, std::string_view path, Remark remark)
{
    findings.push_back(
        {.check = remark.check,
         .file = part.file(),
         .line = part.line_of(path),
         .place = part.place_of(path),
         .what = std::move(remark.what),
         .why = std::move(remark.why),
         .fix = std::move(remark.fix)});
}

int run_lint(LintOptions const& options, std::ostream& out, std::ostream& err)
{
    if (!is_sound(options, err))
        return unreadable;
    auto const policy = options.config.empty() ? policy::make_default_policy() : load_policy(options.config);
    if (!policy) {
        print_error(err, options.config, policy.error().message);
        return unreadable;
    }
    Installation installation(options, *policy, err);
    bool const is_readable = installation.lint();
    out
        << (options.style == Style::json ? render_lint_as_json(installation.findings())
                                         : render_lint(installation.findings(), installation.objects()));
    if (!is_readable)
        return unreadable;
    return installation.findings().empty() ? 0 : disagree;
}

}  // namespace slicegate::cli
