// SPDX-License-Identifier: Apache-2.0
#include "policy/count.hpp"
#include "policy/device_annotations.hpp"
#include "policy/device_env.hpp"
#include "policy/paths.hpp"
#include "policy/rules/all.hpp"
#include "policy/text.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace slicegate::policy {
namespace {

// A value in a warning, which has 120 characters for everything.
constexpr std::size_t max_value_bytes = 24;

// Sources: NVIDIA container toolkit, internal/config/image; the classes are those that the GPU operator
// makes. Channels by which cards of other nodes are reached are no cards, but as little asked for.
constexpr std::string_view imex_variable = "NVIDIA_IMEX_CHANNELS";
constexpr std::array<std::string_view, 3> further_variables = {
    "NVIDIA_MIG_CONFIG_DEVICES", "NVIDIA_MIG_MONITOR_DEVICES", imex_variable};
// Docker's generic resources, which the toolkit reads where its swarm-resource names one.
constexpr std::string_view swarm_prefix = "DOCKER_RESOURCE_";
constexpr std::array<std::string_view, 3> nvidia_classes = {"nvidia", "nvidia-cdi", "nvidia-legacy"};
constexpr std::string_view device_list_folder = "/run/nvidia-container-devices/";

struct Signs {
    std::vector<Violation> violations;
    bool has_values = false;  // that void would close
    bool has_legacy = false;  // what is open for the lack of void
    bool has_others = false;  // that have to go
};

std::string env_place(Pod const& pod, Container const& container, EnvVar const& var)
{
    auto const index = &var - pod.env_of(container).data();
    return place_of(container) + ".env[" + std::to_string(index) + ']';
}

void add_variable(Pod const& pod, Container const& container, EnvVar const& var, Signs& signs)
{
    auto const name = std::string(var.name);
    auto const taken = name == imex_variable ? "takes IMEX channels by " : "takes GPUs by ";
    signs.has_values = true;
    signs.violations.push_back({
        .place = env_place(pod, container, var),
        .what = var.has_source ? name + " is unknown here"
                               : taken + name + '=' + shown(var.value, max_value_bytes),
        .subject = name,
        .weight = var.has_source || var.value == "all" ? 1 : 0,
    });
}

bool is_harmless(EnvVar const& var)
{
    return !var.has_source && is_no_card(var.value);
}

void check_variable(Pod const& pod, Container const& container, std::string_view name, Signs& signs)
{
    EnvVar const* const var = pod.find_env(container, name);
    if (var != nullptr && !is_harmless(*var))
        add_variable(pod, container, *var, signs);
}

// One of them says it all.
void check_swarm(Pod const& pod, Container const& container, Signs& signs)
{
    auto const env = pod.env_of(container);
    auto const found = std::find_if(env.begin(), env.end(), [](EnvVar const& var) {
        return var.name.starts_with(swarm_prefix) && !is_harmless(var);
    });
    if (found != env.end())
        add_variable(pod, container, *found, signs);
}

void check_legacy(Pod const& pod, Container const& container, Signs& signs)
{
    EnvVar const* const version = legacy_version(pod, container);
    if (version == nullptr)
        return;
    signs.has_legacy = true;
    signs.violations.push_back(
        {.place = env_place(pod, container, *version),
         .what = std::string(version->name) + " alone means all GPUs",
         .subject = std::string(version->name)});
}

void check_env(Pod const& pod, Container const& container, Signs& signs)
{
    check_variable(pod, container, devices_variable, signs);
    for (std::string_view const name : further_variables)
        check_variable(pod, container, name, signs);
    check_swarm(pod, container, signs);
    check_legacy(pod, container, signs);
    if (!container.takes_nvidia_env || container.is_hidden ||
        pod.find_env(container, devices_variable) != nullptr)
        return;
    signs.has_values = true;
    signs.violations.push_back(
        {.place = place_of(container) + ".envFrom",
         .what = "its prefix may make " + std::string(devices_variable),
         .subject = std::string(devices_variable),
         .weight = 1});
}

// The toolkit reads the names of the cards from what is mounted there.
bool is_device_list(std::string_view path)
{
    if (path.find("nvidia-container-devices") == std::string_view::npos)
        return false;
    auto const clean = clean_path(path);
    std::string_view const below = std::string_view(clean).substr(clean.starts_with("/var/") ? 4 : 0);
    return below.starts_with(device_list_folder);
}

// The whole of / or /dev says nothing of GPUs: storage drivers and monitors mount it. Without privilege the
// device cgroup keeps the cards closed there; with it they are open without any mount.
bool is_card_of_host(std::string_view path)
{
    return path.find("nvidia") != std::string_view::npos && clean_path(path).starts_with("/dev/nvidia");
}

// The volumes that are a card's device file, sorted by name.
std::vector<HostPath> cards_of_host(Pod const& pod)
{
    std::vector<HostPath> cards;
    for (HostPath const& volume : pod.host_paths) {
        if (is_card_of_host(volume.path))
            cards.push_back(volume);
    }
    std::sort(
        cards.begin(), cards.end(), [](HostPath const& a, HostPath const& b) { return a.volume < b.volume; });
    return cards;
}

std::string describe_mount(VolumeMount const& mount, std::vector<HostPath> const& cards)
{
    if (is_device_list(mount.path))
        return "takes GPUs by a mount at " + shown(mount.path);
    auto const found = std::lower_bound(
        cards.begin(), cards.end(), mount.volume,
        [](HostPath const& card, std::string_view volume) { return card.volume < volume; });
    return found == cards.end() || found->volume != mount.volume
               ? std::string()
               : "takes GPUs by the host's " + shown(found->path);
}

void check_mounts(
    Pod const& pod, Container const& container, std::vector<HostPath> const& cards, Signs& signs)
{
    auto const mounts = pod.mounts_of(container);
    for (std::size_t i = 0; i < mounts.size(); ++i) {
        auto what = describe_mount(mounts[i], cards);
        if (what.empty())
            continue;
        signs.has_others = true;
        signs.violations.push_back(
            {.place = place_of(container) + ".volumeMounts[" + std::to_string(i) + ']',
             .what = std::move(what)});
    }
}

void check_annotations(Pod const& pod, bool is_gpu_pod, Signs& signs)
{
    for (LabelView const& annotation : pod.device_annotations) {
        if (is_gpu_pod ? !names_further_cards(annotation) : !may_hand_out_cards(annotation))
            continue;
        signs.has_others = true;
        signs.violations.push_back(
            {.place = "metadata.annotations[" + shown(annotation.key) + ']',
             .what = is_gpu_pod ? "names cards beside those asked for"
                                : "hands devices to a pod that asks for no GPU"});
    }
}

// The class alone gives a container what its image asks for, and CUDA images ask for all. Of a pod with
// resource claims it is the usual companion.
void check_class(Pod const& pod, Signs& signs)
{
    bool const is_nvidia =
        std::find(nvidia_classes.begin(), nvidia_classes.end(), pod.runtime_class) != nvidia_classes.end();
    bool const is_open =
        pod.has_silent_containers ||
        std::any_of(pod.containers.begin(), pod.containers.end(), [&](Container const& container) {
            return !is_closed(pod, container);
        });
    if (!is_nvidia || !is_open || pod.has_claims)
        return;
    signs.has_others = true;
    signs.violations.push_back(
        {.place = "spec.runtimeClassName",
         .what = "is " + std::string(pod.runtime_class) + ", which gives the GPUs an image asks for"});
}

// The toolkit can be told to ignore what the unprivileged ask for, never what these do.
void check_privilege(Container const& container, Signs& signs)
{
    if (!container.is_privileged && !container.is_admin)
        return;
    signs.violations.push_back(
        {.place = place_of(container) + ".securityContext",
         .what = std::string(container.is_privileged ? "privileged" : "CAP_SYS_ADMIN") +
                 ", so that nothing on the node stops it"});
}

std::string remedy_of(Signs const& signs, bool can_ask)
{
    std::string fix = "remove it";
    if (signs.has_legacy && !signs.has_values && !signs.has_others)
        return "add " + std::string(devices_variable) + "=void";
    if (signs.has_values || signs.has_legacy)
        fix = signs.has_legacy ? "set NVIDIA_ variables to void" : "set it to void";
    if (signs.has_values && signs.has_others)
        fix = "set NVIDIA_ variables to void and remove the rest";
    return fix + (can_ask ? ", or ask for a GPU" : "");
}

}  // namespace

// A card that is taken without a request is counted nowhere, and its owner is not alone on it.
//
// Reads:   per container that asks for no GPU itself: env, envFrom, volumeMounts with their hostPath and
//          securityContext; metadata.annotations; of a pod that asks for none: spec.runtimeClassName
// Denies:  NVIDIA_VISIBLE_DEVICES that names a card or cannot be known, the variables of MIG, IMEX and Docker's
//          swarm, CUDA_VERSION that makes an image one of the old kind, mounts below
//          /var/run/nvidia-container-devices, the host's /dev/nvidia*, annotations of CDI and NRI plugins
//          (beside a request: those that name cards), an NVIDIA runtime class; privilege beside any of these
// Allows:  void, none and the empty value, which also close envFrom and the runtime class; envFrom without a
//          prefix; privilege alone, and the host's / or /dev
Finding visible_devices(Pod const& pod, Policy const&)
{
    Signs signs;
    bool const is_gpu_pod = pod.is_gpu_pod();
    check_annotations(pod, is_gpu_pod, signs);
    if (!is_gpu_pod)
        check_class(pod, signs);
    bool const is_suspect = !signs.violations.empty();
    auto const cards = cards_of_host(pod);
    for (Container const& container : pod.containers) {
        if (container.is_asking)
            continue;
        auto const before = signs.violations.size();
        check_env(pod, container, signs);
        check_mounts(pod, container, cards, signs);
        if (is_suspect || signs.violations.size() > before)
            check_privilege(container, signs);
    }
    if (signs.violations.empty())
        return {};
    return {
        .violations = std::move(signs.violations),
        .why =
            "a card taken without a request is counted nowhere: whoever was given it shares it unknowingly",
        .fix = remedy_of(signs, !is_gpu_pod),
    };
}

}  // namespace slicegate::policy
