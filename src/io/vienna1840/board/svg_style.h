// Colours, dash patterns and icons of the map of 1840. The tokens are those of the design; the web client has the same.
#pragma once

#include <array>

#include "games/vienna1840/ids.h"

namespace remise::vienna1840 {

// The colours of the design's light and dark themes, as CSS rules over plain classes.
inline constexpr const char* light_style =
    ".board{fill:#E7E0CF}.h{stroke:#CFC6B2}.plain{fill:#FBF8F0}.sb{fill:#FDF3E2}.red{fill:#A23B31;stroke:#A23B31}."
    "inner{fill:#FAE7E1}"
    ".purple{fill:#EAE2F3}.park{fill:#D6E5C3}.sand{fill:#F0E9CF}.river{fill:#A9CBDD}.t0{fill:#F2D063}.t1{fill:#97C486}."
    "t2{fill:#C79B69}"
    ".t3{fill:#B5B9BE}.t4{fill:#D76E61}.t5{fill:#AC93D2}.tile{stroke:#00000047}.sbe{stroke:#BF7016}.ine{stroke:#C0564A}"
    ".wall{stroke:#A23B31}"
    ".tr{stroke:#1B1F26}.cas{stroke:#FFFFFFB0}.arr{fill:#1B1F26;stroke:#FFFFFFB0}.parr{fill:#7A5FA3}.iarr{fill:#C0564A}"
    ".slot{fill:#FFFFFF;stroke:#1B1F26}.nm{fill:#454F5B}.an{fill:#FFFFFF}.lm{stroke:#2F5527}.lmr{stroke:#6E241B}"
    ".wt{fill:#20242B}.dt{fill:#B878CB}.sje{fill:#1D4AA0}.bbg{fill:#F2C81E}.wkb{fill:#177A58}.gw{fill:#D2362E}"
    ".sw{stroke:#6B3F22}.sv{stroke:#E3CFA0}.sg{stroke:#E9821E}.sd{stroke:#8E7600}.badge{fill:#FFFFFFB8}.home{fill:#"
    "5B636D}";
inline constexpr const char* dark_style =
    ".board{fill:#161D23}.h{stroke:#3B4751}.plain{fill:#28323B}.sb{fill:#352E22}.red{fill:#82342C;stroke:#82342C}."
    "inner{fill:#3A2826}"
    ".purple{fill:#332B3F}.park{fill:#4F6B46}.sand{fill:#6B664F}.river{fill:#2F5569}.t0{fill:#D3B04A}.t1{fill:#76A567}."
    "t2{fill:#A27A4C}"
    ".t3{fill:#8D939A}.t4{fill:#B05A4E}.t5{fill:#8B72B4}.tile{stroke:#0000008C}.sbe{stroke:#B9772A}.ine{stroke:#D07A6D}"
    ".wall{stroke:#82342C}"
    ".tr{stroke:#14181D}.cas{stroke:#FFFFFF59}.arr{fill:#14181D;stroke:#FFFFFF59}.parr{fill:#A88FCB}.iarr{fill:#D07A6D}"
    ".slot{fill:#F4F0E6;stroke:#14181D}.nm{fill:#C0C6CB}.an{fill:#FFF3EE}.lm{stroke:#D8EBCB}.lmr{stroke:#F3D3CC}"
    ".wt{fill:#0B0D10}.dt{fill:#B878CB}.sje{fill:#2353B4}.bbg{fill:#F2C81E}.wkb{fill:#177A58}.gw{fill:#D63F37}"
    ".sw{stroke:#B06E43}.sv{stroke:#E3CFA0}.sg{stroke:#F39A3C}.sd{stroke:#8E7600}.badge{fill:#F4F0E6C8}.home{fill:#"
    "5B636D}";
inline constexpr const char* shared_style =
    "text{font-family:'Sofia Sans Condensed','Arial Narrow','Liberation Sans "
    "Narrow',sans-serif;font-weight:700;text-anchor:middle}"
    ".co{fill:#1B1F26;stroke:#FFFFFFA0;stroke-width:2px;paint-order:stroke}"
    ".no,.tr,.cas,.sbe,.ine,.dots{fill:none}.ink{fill:#1B1F26}.dots{stroke-linecap:round}.lm,.lmr{fill:none;stroke-"
    "linecap:round;stroke-linejoin:round}"
    ".b0{fill:#F2D063}.b1{fill:#97C486}.b2{fill:#C79B69}.b3{fill:#C3C7CB}";

inline constexpr const char* company_class[] = {"wt", "dt", "sje", "bbg", "wkb", "gw"};
inline constexpr const char* company_fill[] = {"#20242B", "#B878CB", "#1D4AA0", "#F2C81E", "#177A58", "#D2362E"};
inline constexpr const char* stadtbahn_class[] = {"sw", "sv", "sg", "sd"};
inline constexpr std::array<const char*, 4> stadtbahn_dash = {"0.01 0.19", "0.10 0.19", "0.20 0.17 0.01 0.17",
                                                              "0.36 0.19"};

inline bool dark_text(CompanyId c) { return c == CompanyId::bbg || c == CompanyId::dtkc; }

// Landmark icons on a 24 x 24 field, by private.
inline constexpr const char* landmark_icon[] = {
    "M19 10.5a7 7 0 1 1-14 0a7 7 0 1 1 14 0M12 3.5v14M5 10.5h14M7 5.6l10 9.8M17 5.6 7 15.4M8.5 21l3.5-10.5L15.5 21M6 "
    "21h12",
    "M8.5 12a3.5 4 0 0 1 7 0v1.5h-7ZM12 8V5M12 3.3v1.7M11 4h2M7 13.5h10V21H7ZM10.5 21v-4h3v4M4 21V9.5M20 21V9.5M3.3 "
    "9.5h1.4M19.3 9.5h1.4",
    "M3 21v-8h18v8ZM8.5 13V9.5L12 7l3.5 2.5V13M3 13l1.5-3h4M21 13l-1.5-3h-4M6 16v2M9 16v2M15 16v2M18 16v2M12 16.5V21",
    "M3 21v-9.5h4.5V8a4.5 4.5 0 0 1 9 0v3.5H21V21M9.5 21v-5a2.5 2.5 0 0 1 5 0v5M12 3.5V2M5.5 14.5v2.5M18.5 14.5v2.5",
    "M7 21V10l2-7.5L11 10v11ZM11 13.5h6l3.5 3.5v4H11M11.5 13.5l2.5 3.5 2.5-3.5M9 13v2.5",
    "M2.5 21v-6.5h19V21ZM6.5 14.5V11h11v3.5M12 11V5.5M12 5.5h3v2h-3M5.5 17v2M8.7 17v2M15.3 17v2M18.5 17v2M12 16.8V21",
};
// Bonus hexagons: fill, edge and sign, by Bonus.
struct BonusSign {
  const char *fill, *edge, *sign, *stroke;
};
inline constexpr BonusSign bonus_sign[] = {
    {"#F2CE55", "#2A2310", "M12 8v8M8 12h8", "#2A2310"},
    {"#8CBF7C", "#14290F", "M12 17V7.5M8 11l4-4 4 4", "#14290F"},
    {"#D9695A", "#33100B", "M16 12a4 4 0 1 1-8 0a4 4 0 1 1 8 0M12 4.5V8M12 16v3.5M4.8 12H8M16 12h3.2", "#fff"},
    {"#A88FCB", "#231338", "M7.5 16.5v-3.7a4.5 4.5 0 0 1 9 0v3.7M6.3 16.5h11.4M12 16.5v-4", "#231338"},
    {"#FFFFFF", "#1B222B", "M13 12a1 1 0 1 1-2 0a1 1 0 1 1 2 0", "#1B222B"},
};

}  // namespace remise::vienna1840
