// SPDX-License-Identifier: Apache-2.0
#include "sizing/layouts.hpp"

#include <array>

// The layouts that mig-parted and the GPU Operator ship by name: NVIDIA/mig-parted v0.15.0,
// deployments/systemd/config-default.yaml, and NVIDIA/gpu-operator,
// assets/state-mig-manager/0400_configmap.yaml, which hold the same names.
namespace slicegate::sizing {

namespace {

// clang-format off: one row an entry

constexpr std::array table = {
    ShippedEntry{"all-disabled", "", false, {}},
    ShippedEntry{"all-enabled", "", true, {}},
    ShippedEntry{"all-1g.5gb", "", true, {{{"1g.5gb", 7}}}},
    ShippedEntry{"all-1g.5gb.me", "", true, {{{"1g.5gb+me", 1}}}},
    ShippedEntry{"all-2g.10gb", "", true, {{{"2g.10gb", 3}}}},
    ShippedEntry{"all-3g.20gb", "", true, {{{"3g.20gb", 2}}}},
    ShippedEntry{"all-4g.20gb", "", true, {{{"4g.20gb", 1}}}},
    ShippedEntry{"all-7g.40gb", "", true, {{{"7g.40gb", 1}}}},
    ShippedEntry{"all-1g.24gb.gfx", "", true, {{{"1g.24gb+gfx", 4}}}},
    ShippedEntry{"all-1g.24gb.me.all", "", true, {{{"1g.24gb+me.all", 1}}}},
    ShippedEntry{"all-1g.24gb-me", "", true, {{{"1g.24gb-me", 4}}}},
    ShippedEntry{"all-2g.48gb", "", true, {{{"2g.48gb", 2}}}},
    ShippedEntry{"all-2g.48gb.gfx", "", true, {{{"2g.48gb+gfx", 2}}}},
    ShippedEntry{"all-2g.48gb.me.all", "", true, {{{"2g.48gb+me.all", 1}}}},
    ShippedEntry{"all-2g.48gb-me", "", true, {{{"2g.48gb-me", 2}}}},
    ShippedEntry{"all-4g.96gb", "", true, {{{"4g.96gb", 1}}}},
    ShippedEntry{"all-4g.96gb.gfx", "", true, {{{"4g.96gb+gfx", 1}}}},
    ShippedEntry{"all-1g.10gb", "0x233010DE 0x233110DE 0x232210DE 0x20B210DE 0x20B510DE 0x20F310DE 0x20F510DE 0x232410DE", true, {{{"1g.10gb", 7}}}},
    ShippedEntry{"all-1g.10gb", "0x20B010DE 0x20B110DE 0x20F110DE 0x20F610DE", true, {{{"1g.10gb", 4}}}},
    ShippedEntry{"all-1g.10gb.me", "", true, {{{"1g.10gb+me", 1}}}},
    ShippedEntry{"all-1g.20gb", "", true, {{{"1g.20gb", 4}}}},
    ShippedEntry{"all-2g.20gb", "", true, {{{"2g.20gb", 3}}}},
    ShippedEntry{"all-3g.40gb", "", true, {{{"3g.40gb", 2}}}},
    ShippedEntry{"all-4g.40gb", "", true, {{{"4g.40gb", 1}}}},
    ShippedEntry{"all-7g.80gb", "", true, {{{"7g.80gb", 1}}}},
    ShippedEntry{"all-1g.6gb", "", true, {{{"1g.6gb", 4}}}},
    ShippedEntry{"all-1g.6gb.me", "", true, {{{"1g.6gb+me", 1}}}},
    ShippedEntry{"all-2g.12gb", "", true, {{{"2g.12gb", 2}}}},
    ShippedEntry{"all-2g.12gb.me", "", true, {{{"2g.12gb+me", 1}}}},
    ShippedEntry{"all-4g.24gb", "", true, {{{"4g.24gb", 1}}}},
    ShippedEntry{"all-1g.12gb", "", true, {{{"1g.12gb", 7}}}},
    ShippedEntry{"all-1g.12gb.me", "", true, {{{"1g.12gb+me", 1}}}},
    ShippedEntry{"all-1g.24gb", "", true, {{{"1g.24gb", 4}}}},
    ShippedEntry{"all-2g.24gb", "", true, {{{"2g.24gb", 3}}}},
    ShippedEntry{"all-1g.24gb.me", "", true, {{{"1g.24gb+me", 1}}}},
    ShippedEntry{"all-1g.47gb", "", true, {{{"1g.47gb", 4}}}},
    ShippedEntry{"all-2g.47gb", "", true, {{{"2g.47gb", 3}}}},
    ShippedEntry{"all-3g.93gb", "", true, {{{"3g.93gb", 2}}}},
    ShippedEntry{"all-4g.93gb", "", true, {{{"4g.93gb", 1}}}},
    ShippedEntry{"all-7g.186gb", "", true, {{{"7g.186gb", 1}}}},
    ShippedEntry{"all-3g.47gb", "", true, {{{"3g.47gb", 2}}}},
    ShippedEntry{"all-4g.47gb", "", true, {{{"4g.47gb", 1}}}},
    ShippedEntry{"all-7g.94gb", "", true, {{{"7g.94gb", 1}}}},
    ShippedEntry{"all-3g.48gb", "", true, {{{"3g.48gb", 2}}}},
    ShippedEntry{"all-4g.48gb", "", true, {{{"4g.48gb", 1}}}},
    ShippedEntry{"all-7g.96gb", "", true, {{{"7g.96gb", 1}}}},
    ShippedEntry{"all-balanced", "0x294110DE", true, {{{"1g.23gb", 2}, {"2g.47gb", 1}, {"3g.93gb", 1}}}},
    ShippedEntry{"all-balanced", "0x31C210DE", true, {{{"1g.35gb", 2}, {"2g.70gb", 1}, {"3g.139gb", 1}}}},
    ShippedEntry{"all-balanced", "0x2BB510DE", true, {{{"1g.24gb", 2}, {"2g.48gb", 1}}}},
    ShippedEntry{"all-balanced", "0x290110DE", true, {{{"1g.23gb", 2}, {"2g.45gb", 1}, {"3g.90gb", 1}}}},
    ShippedEntry{"all-balanced", "0x318210DE", true, {{{"1g.34gb", 2}, {"2g.67gb", 1}, {"3g.135gb", 1}}}},
    ShippedEntry{"all-balanced", "0x234810DE", true, {{{"1g.18gb", 2}, {"2g.36gb", 1}, {"3g.72gb", 1}}}},
    ShippedEntry{"all-balanced", "0x233510DE 0x233B10DE", true, {{{"1g.18gb", 2}, {"2g.35gb", 1}, {"3g.71gb", 1}}}},
    ShippedEntry{"all-balanced", "0x232110DE 0x233A10DE", true, {{{"1g.12gb", 2}, {"2g.24gb", 1}, {"3g.47gb", 1}}}},
    ShippedEntry{"all-balanced", "0x233010DE 0x233110DE 0x232210DE 0x20B210DE 0x20B510DE 0x20F310DE 0x20F510DE 0x232410DE", true, {{{"1g.10gb", 2}, {"2g.20gb", 1}, {"3g.40gb", 1}}}},
    ShippedEntry{"all-balanced", "0x20B010DE 0x20B110DE 0x20F110DE 0x20F610DE", true, {{{"1g.5gb", 2}, {"2g.10gb", 1}, {"3g.20gb", 1}}}},
    ShippedEntry{"all-balanced", "0x20B710DE", true, {{{"1g.6gb", 2}, {"2g.12gb", 1}}}},
    ShippedEntry{"all-balanced", "0x234210DE 0x233D10DE 0x20B610DE 0x232910DE", true, {{{"1g.12gb", 2}, {"2g.24gb", 1}, {"3g.48gb", 1}}}},
    ShippedEntry{"all-1g.18gb", "", true, {{{"1g.18gb", 7}}}},
    ShippedEntry{"all-1g.18gb.me", "", true, {{{"1g.18gb+me", 1}}}},
    ShippedEntry{"all-1g.23gb", "", true, {{{"1g.23gb", 7}}}},
    ShippedEntry{"all-1g.23gb.me", "", true, {{{"1g.23gb+me", 1}}}},
    ShippedEntry{"all-1g.35gb", "0x233510DE", true, {{{"1g.35gb", 4}}}},
    ShippedEntry{"all-1g.35gb", "0x31C210DE", true, {{{"1g.35gb", 7}}}},
    ShippedEntry{"all-2g.35gb", "", true, {{{"2g.35gb", 3}}}},
    ShippedEntry{"all-3g.71gb", "", true, {{{"3g.71gb", 2}}}},
    ShippedEntry{"all-4g.71gb", "", true, {{{"4g.71gb", 1}}}},
    ShippedEntry{"all-7g.141gb", "", true, {{{"7g.141gb", 1}}}},
    ShippedEntry{"all-1g.34gb", "", true, {{{"1g.34gb", 7}}}},
    ShippedEntry{"all-1g.34gb.me", "", true, {{{"1g.34gb+me", 1}}}},
    ShippedEntry{"all-1g.35gb.me", "", true, {{{"1g.35gb+me", 1}}}},
    ShippedEntry{"all-1g.36gb", "", true, {{{"1g.36gb", 4}}}},
    ShippedEntry{"all-1g.45gb", "", true, {{{"1g.45gb", 4}}}},
    ShippedEntry{"all-1g.67gb", "", true, {{{"1g.67gb", 4}}}},
    ShippedEntry{"all-1g.70gb", "", true, {{{"1g.70gb", 4}}}},
    ShippedEntry{"all-2g.36gb", "", true, {{{"2g.36gb", 3}}}},
    ShippedEntry{"all-2g.45gb", "", true, {{{"2g.45gb", 3}}}},
    ShippedEntry{"all-2g.67gb", "", true, {{{"2g.67gb", 3}}}},
    ShippedEntry{"all-2g.70gb", "", true, {{{"2g.70gb", 3}}}},
    ShippedEntry{"all-3g.72gb", "", true, {{{"3g.72gb", 2}}}},
    ShippedEntry{"all-3g.90gb", "", true, {{{"3g.90gb", 2}}}},
    ShippedEntry{"all-3g.95gb", "", true, {{{"3g.95gb", 2}}}},
    ShippedEntry{"all-3g.135gb", "", true, {{{"3g.135gb", 2}}}},
    ShippedEntry{"all-3g.139gb", "", true, {{{"3g.139gb", 2}}}},
    ShippedEntry{"all-4g.72gb", "", true, {{{"4g.72gb", 1}}}},
    ShippedEntry{"all-4g.90gb", "", true, {{{"4g.90gb", 1}}}},
    ShippedEntry{"all-4g.95gb", "", true, {{{"4g.95gb", 1}}}},
    ShippedEntry{"all-4g.135gb", "", true, {{{"4g.135gb", 1}}}},
    ShippedEntry{"all-4g.139gb", "", true, {{{"4g.139gb", 1}}}},
    ShippedEntry{"all-7g.144gb", "", true, {{{"7g.144gb", 1}}}},
    ShippedEntry{"all-7g.180gb", "", true, {{{"7g.180gb", 1}}}},
    ShippedEntry{"all-7g.189gb", "", true, {{{"7g.189gb", 1}}}},
    ShippedEntry{"all-7g.269gb", "", true, {{{"7g.269gb", 1}}}},
    ShippedEntry{"all-7g.278gb", "", true, {{{"7g.278gb", 1}}}},
};

// clang-format on

}  // namespace

std::span<ShippedEntry const> shipped_entries()
{
    return table;
}

}  // namespace slicegate::sizing
