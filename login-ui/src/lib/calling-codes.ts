/** Regions with their country calling codes, of those that share one first the usual. https://www.itu.int/rec/T-REC-E.164 */
const CODES =
  'US1 RU7 IT39 GB44 NO47 AU61 MA212 RE262 FI358 GP590 CW599 AC247 AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AR54 AS1 AT43 AW297 AX358 AZ994 BA387 BB1 BD880 BE32 BF226 BG359 BH973 BI257 BJ229 BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975 BW267 BY375 BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 DO1 DZ213 EC593 EE372 EG20 EH212 ER291 ES34 ET251 FJ679 FK500 FM691 FO298 FR33 GA241 GD1 GE995 GF594 GG44 GH233 GI350 GL299 GM220 GN224 GQ240 GR30 GT502 GU1 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IM44 IN91 IO246 IQ964 IR98 IS354 JE44 JM1 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1 KP850 KR82 KW965 KY1 KZ7 LA856 LB961 LC1 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1 MQ596 MR222 MS1 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PR1 PS970 PT351 PW680 PY595 QA974 RO40 RS381 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1 SY963 SZ268 TC1 TD235 TG228 TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1 TV688 TW886 TZ255 UA380 UG256 UY598 UZ998 VA39 VC1 VE58 VG1 VI1 VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263'

/** Region -> country calling code. */
export const callingCodes: ReadonlyMap<string, string> = new Map(
  CODES.split(' ').map((entry) => [entry.slice(0, 2), entry.slice(2)])
)

/** What only domestic calls begin with, by calling code; elsewhere a zero. Null: nothing, a zero is part of the number. */
const TRUNK: Readonly<Record<string, RegExp | null>> = {
  1: /^1/,
  7: /^8(?=\d{10}$)/,
  36: /^06/,
  370: /^[08]/,
  375: /^80/,
  993: /^8/,
  ...{ 39: null, 225: null, 226: null, 229: null, 241: null, 242: null, 378: null }
}

/** Spoken in so many regions that none can be assumed. */
const SHARED: ReadonlySet<string> = new Set(['ar', 'en', 'es', 'fr', 'pt', 'zh'])

/** The visitor's region; empty if the languages do not tell. */
export function regionOf(languages: readonly string[]): string {
  const regions = languages.map((tag) => {
    const locale = new Intl.Locale(tag)
    return locale.region ?? (SHARED.has(locale.language) ? '' : locale.maximize().region)
  })
  return regions.find((region) => region && callingCodes.has(region)) ?? ''
}

/** Region and remainder of a number that begins with a calling code; null: it does not. `usual`: preferred of those that share it. */
export function splitNumber(typed: string, usual: string): { region: string; rest: string } | null {
  const number = /^\s*(?:\+|00)\s*([1-9].*)$/.exec(typed.normalize('NFKC'))?.[1] ?? ''
  const found = [...callingCodes].filter(([, code]) => number.startsWith(code))
  const [region, code] = found.find(([region]) => region === usual) ?? found[0] ?? []
  if (region === undefined || code === undefined) return null
  return { region, rest: number.slice(code.length).replace(/^[\s-]*(?:\(0\))?\s*/, '') }
}

/** A number as typed in its region, with the calling code; unchanged if it has one, or if there is no region. */
export function withCallingCode(region: string, typed: string): string {
  const code = callingCodes.get(region)
  const national = typed.normalize('NFKC').replace(/[^\da-z]/gi, '')
  if (code === undefined || national === '' || /^\s*(?:\+|00)/.test(typed.normalize('NFKC'))) return typed
  const trunk = TRUNK[code] === undefined ? /^0/ : TRUNK[code]
  return `+${code} ${trunk === null ? national : national.replace(trunk, '')}`
}
