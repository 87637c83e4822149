// SPDX-License-Identifier: Apache-2.0
#include "policy/cel.hpp"

namespace slicegate::policy::cel {
namespace {

void append_escaped(std::string& out, char c)
{
    static constexpr std::string_view hex = "0123456789abcdef";
    auto const byte = static_cast<unsigned char>(c);
    out += "\\u00";
    out += hex[byte >> 4];
    out += hex[byte & 0xF];
}

// `expression.key` is one of these.
std::string is_key(std::span<std::string const> keys)
{
    return keys.size() == 1 ? concat("expression.key == ", literal(keys.front()))
                            : concat("expression.key in ", literals(keys));
}

std::string names_reserved_pool(PodPlace const& place, std::span<std::string const> keys)
{
    std::string out;
    for (std::string const& key : keys)
        out += concat("|| ", place.spec, ".?nodeSelector[?", literal(key), "].hasValue()\n");
    return concat(
        out, "|| [", place.spec,
        ".?affinity.?nodeAffinity.?requiredDuringSchedulingIgnoredDuringExecution.?nodeSelectorTerms]"
        ".exists(terms,\n"
        "  terms.orValue(null) != null && terms.value().exists(term,\n"
        "    term.?matchExpressions.orValue([]).exists(expression, ",
        is_key(keys), ")))\n");
}

std::string repels_label(PodPlace const& place, std::string_view label)
{
    std::string const key = literal(label);
    return concat(
        place.spec,
        ".?affinity.?podAntiAffinity.?requiredDuringSchedulingIgnoredDuringExecution.orValue([]).exists(term,"
        "\n"
        "  term.?labelSelector.?matchLabels[?",
        key,
        "].hasValue() ||\n"
        "  term.?labelSelector.?matchExpressions.orValue([]).exists(expression, expression.key == ",
        key, "))\n");
}

// As the rule visible-devices reads them.
std::string reaches_for_cards(PodPlace const& place)
{
    constexpr std::string_view of_container =
        "container.?env.orValue([]).exists(variable,\n"
        "  variable.name == 'CUDA_VERSION' || variable.name.startsWith('NVIDIA_') ||\n"
        "  variable.name.startsWith('DOCKER_RESOURCE_')) ||\n"
        "container.?envFrom.orValue([]).exists(source,\n"
        "  source.?prefix.orValue('').startsWith('NV')) ||\n"
        "container.?volumeMounts.orValue([]).exists(mount,\n"
        "  mount.mountPath.contains('nvidia-container-devices'))";
    return concat(
        "|| ", place.metadata,
        ".?annotations.orValue([]).exists(key,\n"
        "  key.contains('cdi.k8s.io/') || key.contains('.nri.io') ||\n"
        "  key.contains('devices.noderesource.dev') || key.contains('devices.gke.io') ||\n"
        "  key.contains('cri-o.Devices'))\n"
        "|| ",
        place.spec, ".?runtimeClassName.orValue('').startsWith('nvidia')\n|| ", place.spec,
        ".?volumes.orValue([]).exists(volume,\n"
        "  volume.?hostPath.?path.orValue('').contains('nvidia'))\n"
        "|| ",
        any_container(place, of_container));
}

}  // namespace

std::string literal(std::string_view text)
{
    std::string out = "'";
    for (char const c : text) {
        if (c == '\'' || c == '\\')
            (out += '\\') += c;
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            append_escaped(out, c);
        else
            out += c;
    }
    return out += '\'';
}

std::string literals(std::span<std::string const> texts)
{
    std::string out = "[";
    for (std::string const& text : texts)
        (out += out.size() > 1 ? ", " : "") += literal(text);
    return out += ']';
}

std::string regex_of(std::span<std::string const> globs)
{
    static constexpr std::string_view special = R"(\.+?()|[]{}^$)";
    std::string out = "^(";
    for (std::string const& glob : globs) {
        out += out.size() > 2 ? "|" : "";
        for (char const c : glob) {
            if (c == '*')
                out += '.';
            else if (special.find(c) != std::string_view::npos)
                out += '\\';
            out += c;
        }
    }
    return out += ")$";
}

std::string indented(std::string_view expression, int levels)
{
    std::string out;
    for (char const c : expression) {
        out += c;
        if (c == '\n')
            out.append(static_cast<std::size_t>(levels) * 2, ' ');
    }
    return out;
}

std::string group(std::string_view expression)
{
    return concat("(\n  ", indented(expression), ")");
}

std::string any_container(PodPlace const& place, std::string_view what)
{
    std::string const ephemeral =
        place.has_ephemeral_containers ? concat(", ", place.spec, ".?ephemeralContainers") : "";
    return concat(
        "[", place.spec, ".?containers, ", place.spec, ".?initContainers", ephemeral,
        "].exists(containers,\n"
        "  containers.orValue(null) != null && containers.value().exists(container,\n"
        "    ",
        indented(what, 2), "))");
}

std::string any_template(std::string_view what)
{
    return concat(
        "[object.spec.?template, object.spec.?jobTemplate.?spec.?template].exists(template,\n  ",
        indented(what), ")");
}

std::string has_label(std::string_view metadata, std::string_view key)
{
    return concat(metadata, ".?labels[?", literal(key), "].hasValue()");
}

std::string changes(std::string_view field)
{
    return concat("object.", field, " != oldObject.", field);
}

std::string may_be_about_gpus(PodPlace const& place, std::string_view label)
{
    return concat(
        any_container(
            place, "[container.?resources.?limits, container.?resources.?requests].exists(amounts,\n"
                   "  amounts.orValue([]).exists(resource, resource.contains('/')))"),
        "\n|| size(", place.spec, ".?resourceClaims.orValue([])) > 0\n|| ", has_label(place.metadata, label));
}

std::string
has_to_do_with_gpus(PodPlace const& place, std::string_view label, std::span<std::string const> reserved_keys)
{
    return concat(
        repels_label(place, label), reserved_keys.empty() ? "" : names_reserved_pool(place, reserved_keys),
        reaches_for_cards(place));
}

}  // namespace slicegate::policy::cel
