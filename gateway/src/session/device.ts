import { isIP } from 'node:net'

/** What a browser says it runs on. Null: not recognized. */
export interface Device {
  /** A proper name such as `Firefox`. */
  browser: string | null
  /** A proper name such as `Windows`. */
  system: string | null
  kind: DeviceKind | null
}

export const DEVICE_KINDS = ['computer', 'phone', 'tablet'] as const

export type DeviceKind = (typeof DEVICE_KINDS)[number]

/** User agents may be as long as all headers; real ones are shorter. */
const MAX_AGENT_CHARS = 512

// In this order: most browsers also name those they descend from.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\/|\b(?:iPhone|iPad).*\bAppleWebKit\//, 'Safari']
]

const SYSTEMS: readonly (readonly [RegExp, string, DeviceKind])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iOS', 'phone'],
  [/\biPad\b/, 'iPadOS', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b.*\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer']
]

/** Browser and system in words, from a `User-Agent` header. A hint for the visitor: any client can claim anything. */
export function describeDevice(userAgent: string | undefined): Device {
  const text = (userAgent ?? '').slice(0, MAX_AGENT_CHARS)
  const [, browser = null] = BROWSERS.find(([pattern]) => pattern.test(text)) ?? []
  const [, system = null, kind = null] = SYSTEMS.find(([pattern]) => pattern.test(text)) ?? []
  return { browser, system, kind }
}

/** The device in stored members; null for each that is not as `describeDevice` gives it. */
export function readDevice({ browser, system, kind }: { readonly [Name in keyof Device]?: unknown }): Device {
  return {
    browser: BROWSERS.find(([, name]) => name === browser)?.[1] ?? null,
    system: SYSTEMS.find(([, name]) => name === system)?.[1] ?? null,
    kind: DEVICE_KINDS.find((one) => one === kind) ?? null
  }
}

/** Hextets of an IPv6 address that are shown: a provider gives each customer more than the rest. */
const SHOWN_HEXTETS = 3

/** A client address without the part that names one machine: `203.0.113.…` or `2001:db8:1:…`. Null: not an address. */
export function maskAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) === 4) return `${plain.slice(0, plain.lastIndexOf('.'))}.…`
  if (isIP(plain) !== 6) return null
  const [head = ''] = plain.split('::')
  const hextets = head === '' ? [] : head.split(':')
  const shown = [...hextets, '0', '0', '0'].slice(0, SHOWN_HEXTETS)
  return `${shown.join(':')}:…`
}
