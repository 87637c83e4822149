// SPDX-License-Identifier: Apache-2.0
#include "sizing/hardware.hpp"

#include <array>

// What is known of cards beyond policy/data/cards.cpp, and where it comes from:
//
// * Memory bandwidth: the vendor's peak figure of the data sheet, decimal GB/s. Where sheets disagree the lower.
// * SMs of a card: CUDA cores of the data sheet by 64 (GA100, GV100, TU104) or 128; 0: not known.
// * SMs of a MIG profile: nvidia-smi mig -lgip; for the Blackwell data-centre cards the figures of
//   NVIDIA/k8s-test-infra's mock configurations ("mock"), which follow the slices. On GH100 the driver gives the
//   profile with one compute slice and two memory units more SMs than one slice has. Not listed: not known.
// * PCI device ids: NVIDIA/mig-parted, deployments/systemd/config-default.yaml, with NVIDIA's names for them in
//   the PCI ID repository.
namespace slicegate::sizing {

namespace {

// clang-format off: one row a card

constexpr std::array a30_24gb_sms = {ProfileSms{"1g.6gb", 14}, ProfileSms{"2g.12gb", 28}, ProfileSms{"4g.24gb", 56}};
constexpr std::array a100_40gb_sms = {ProfileSms{"1g.5gb", 14}, ProfileSms{"1g.10gb", 14}, ProfileSms{"2g.10gb", 28}, ProfileSms{"3g.20gb", 42}, ProfileSms{"4g.20gb", 56}, ProfileSms{"7g.40gb", 98}};
constexpr std::array a100_80gb_sms = {ProfileSms{"1g.10gb", 14}, ProfileSms{"1g.20gb", 14}, ProfileSms{"2g.20gb", 28}, ProfileSms{"3g.40gb", 42}, ProfileSms{"4g.40gb", 56}, ProfileSms{"7g.80gb", 98}};
constexpr std::array h100_sxm_80gb_sms = {ProfileSms{"1g.10gb", 16}, ProfileSms{"1g.20gb", 26}, ProfileSms{"2g.20gb", 32}, ProfileSms{"3g.40gb", 60}, ProfileSms{"4g.40gb", 64}, ProfileSms{"7g.80gb", 132}};
constexpr std::array h100_pcie_80gb_sms = {ProfileSms{"1g.10gb", 14}, ProfileSms{"1g.20gb", 14}, ProfileSms{"2g.20gb", 30}, ProfileSms{"3g.40gb", 46}, ProfileSms{"4g.40gb", 62}, ProfileSms{"7g.80gb", 114}};
constexpr std::array h100_nvl_94gb_sms = {ProfileSms{"1g.12gb", 16}, ProfileSms{"1g.24gb", 26}, ProfileSms{"2g.24gb", 32}, ProfileSms{"3g.47gb", 60}, ProfileSms{"4g.47gb", 64}, ProfileSms{"7g.94gb", 132}};
constexpr std::array h200_141gb_sms = {ProfileSms{"1g.18gb", 16}, ProfileSms{"1g.35gb", 26}, ProfileSms{"2g.35gb", 32}, ProfileSms{"3g.71gb", 60}, ProfileSms{"4g.71gb", 64}, ProfileSms{"7g.141gb", 132}};
constexpr std::array b200_180gb_sms = {ProfileSms{"1g.23gb", 18}, ProfileSms{"1g.45gb", 18}, ProfileSms{"2g.45gb", 36}, ProfileSms{"3g.90gb", 54}, ProfileSms{"4g.90gb", 72}, ProfileSms{"7g.180gb", 126}};  // mock
constexpr std::array gb200_186gb_sms = {ProfileSms{"1g.23gb", 18}, ProfileSms{"1g.47gb", 18}, ProfileSms{"2g.47gb", 36}, ProfileSms{"3g.93gb", 54}, ProfileSms{"4g.93gb", 72}, ProfileSms{"7g.186gb", 126}};  // mock
constexpr std::array gb300_278gb_sms = {ProfileSms{"1g.35gb", 18}, ProfileSms{"1g.70gb", 18}, ProfileSms{"2g.70gb", 36}, ProfileSms{"3g.139gb", 54}, ProfileSms{"4g.139gb", 72}, ProfileSms{"7g.278gb", 126}};  // mock
constexpr std::array rtx_pro_6000_96gb_sms = {ProfileSms{"1g.24gb", 46}, ProfileSms{"2g.48gb", 94}, ProfileSms{"4g.96gb", 188}};

constexpr std::array table = {
    Hardware{"t4", 300, 40, false, "", {}},
    Hardware{"v100-16gb", 900, 80, false, "", {}},
    Hardware{"v100-32gb", 900, 80, false, "", {}},
    Hardware{"a2", 200, 10, false, "", {}},
    Hardware{"a10", 600, 72, false, "", {}},
    Hardware{"a10g", 600, 80, false, "", {}},
    Hardware{"a16", 200, 10, false, "", {}},
    Hardware{"a30", 933, 56, false, "0x20B710DE", a30_24gb_sms},
    Hardware{"a40", 696, 84, false, "", {}},
    Hardware{"a100-40gb", 1555, 108, false, "0x20B010DE 0x20B110DE 0x20F110DE 0x20F610DE", a100_40gb_sms},
    Hardware{"a100-80gb-sxm", 2039, 108, false, "0x20B210DE 0x20B510DE 0x20F310DE 0x20F510DE", a100_80gb_sms},
    Hardware{"a100-80gb-pcie", 1935, 108, false, "0x20B210DE 0x20B510DE 0x20F310DE 0x20F510DE", a100_80gb_sms},
    Hardware{"l4", 300, 58, true, "", {}},
    Hardware{"l40", 864, 142, true, "", {}},
    Hardware{"l40s", 864, 142, true, "", {}},
    Hardware{"rtx-4000-sff-ada", 280, 48, true, "", {}},
    Hardware{"rtx-6000-ada", 960, 142, true, "", {}},
    Hardware{"rtx-a6000", 768, 84, false, "", {}},
    Hardware{"h100-sxm", 3350, 132, true, "0x233010DE 0x232410DE", h100_sxm_80gb_sms},
    Hardware{"h100-pcie", 2000, 114, true, "0x233110DE 0x232210DE", h100_pcie_80gb_sms},
    Hardware{"h100-nvl", 3900, 132, true, "0x232110DE 0x233A10DE", h100_nvl_94gb_sms},
    Hardware{"gh200-96gb", 4000, 132, true, "0x234210DE 0x233D10DE 0x20B610DE 0x232910DE", {}},
    Hardware{"gh200-144gb", 4900, 132, true, "0x234810DE", {}},
    Hardware{"h20", 4000, 78, true, "0x234210DE 0x233D10DE 0x20B610DE 0x232910DE", {}},
    Hardware{"h200-sxm", 4800, 132, true, "0x233510DE", h200_141gb_sms},
    Hardware{"h200-nvl", 4800, 132, true, "0x233B10DE", h200_141gb_sms},
    Hardware{"b200", 7700, 148, true, "0x290110DE", b200_180gb_sms},
    Hardware{"gb200", 8000, 152, true, "0x294110DE", gb200_186gb_sms},
    Hardware{"b300", 8000, 0, true, "0x318210DE", {}},
    Hardware{"gb300", 8000, 152, true, "0x31C210DE", gb300_278gb_sms},
    Hardware{"rtx-pro-6000-server", 1597, 188, true, "0x2BB510DE", rtx_pro_6000_96gb_sms},
    Hardware{"rtx-pro-6000-workstation", 1792, 188, true, "", rtx_pro_6000_96gb_sms},
    Hardware{"rtx-pro-6000-maxq", 1792, 188, true, "", rtx_pro_6000_96gb_sms},
    Hardware{"rtx-pro-5000", 1344, 110, true, "", {}},
    Hardware{"rtx-pro-4500", 896, 82, true, "", {}},
    Hardware{"rtx-pro-4000-sff", 432, 70, true, "", {}},
    Hardware{"rtx-4090", 1008, 128, true, "", {}},
    Hardware{"rtx-5090", 1792, 170, true, "", {}},
    Hardware{"mi300x", 5300, 304, false, "", {}},
    Hardware{"mi210", 1600, 104, false, "", {}},
    Hardware{"gaudi2", 2450, 0, false, "", {}},
    Hardware{"gaudi3", 3700, 0, false, "", {}},
};

// clang-format on

}  // namespace

std::span<Hardware const> hardware()
{
    return table;
}

}  // namespace slicegate::sizing
