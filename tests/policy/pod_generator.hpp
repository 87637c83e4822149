// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace slicegate::policy::test {

// Makes pods of every shape that a client could send, right and wrong ones. The same seed makes the same
// pods.
class PodGenerator {
public:
    explicit PodGenerator(unsigned seed) : random_(seed) {}

    // Containers of all kinds with GPU amounts; affinity, labels and selectors where `has_placement`.
    [[nodiscard]] nlohmann::json make_pod(bool has_placement);

private:
    using json = nlohmann::json;

    [[nodiscard]] std::size_t below(std::size_t bound) { return random_() % bound; }
    [[nodiscard]] bool flip() { return below(2) == 0; }
    [[nodiscard]] json one_of(std::vector<json> const& choices) { return choices[below(choices.size())]; }

    // Sets object[key] to the value, or to null, or to what is empty, or leaves it out.
    void put(json& object, char const* key, json value, json const& empty);

    json make_amounts();
    json make_container(bool is_init);
    json make_containers(bool is_init);
    json make_labels();
    json make_node_selector();
    json make_node_term();
    json make_node_affinity();
    json make_pod_anti_affinity();
    json make_affinity();

    std::mt19937 random_;
};

}  // namespace slicegate::policy::test
