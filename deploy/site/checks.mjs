// What has to hold for the built site: every link leads somewhere, what programs name has a place, and nothing comes from another host.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowAnchor } from './markdown.mjs'
import { addressOf } from './navigation.mjs'

const ROOT = join(import.meta.dirname, '..', '..')
const readText = (...path) => readFileSync(join(...path), 'utf8')
const fromDist = (path) => import(join(ROOT, 'dist', 'gateway', 'src', path))

/** Places in documents that alerts, the doctor and logs name, and those of every key and metric: `deploy/RUNBOOK.md#clockoff`. */
export async function listPromises() {
  const { ERROR_CATALOGUE, DOCTOR_IDS } = await fromDist('errors.js')
  const { METRICS, METRIC_PREFIX } = await fromDist('operations/metrics/catalogue.js')
  const { ENVIRONMENT_KEYS } = await fromDist('config/sources/environment.js')
  const rules = readText(ROOT, 'deploy', 'prometheus', 'rules.yaml')
  const codes = Object.keys(ERROR_CATALOGUE).map((code) => code.toLowerCase())
  return [
    ...[...rules.matchAll(/runbook_url: (\S+)/g)].map(([, link]) => link),
    ...DOCTOR_IDS.map((id) => `deploy/README.md#${id.toLowerCase()}`),
    ...codes.flatMap((code) => [`deploy/RUNBOOK.md#${code}`, `gateway/REFERENCE.md#${code}`]),
    ...Object.keys(METRICS).map((name) => `gateway/REFERENCE.md#${METRIC_PREFIX}${name}`),
    ...ENVIRONMENT_KEYS.map(({ keyPath }) => `config/README.md#${rowAnchor(keyPath)}`)
  ]
}

const LINK = /<(a|link|script|img|source)\s[^>]*?(?:href|src|srcset)="([^"]*)"/g
/** Otherwise browsers look for one. */
const NO_ICON = 'data:,'
/** Addresses that do not lead to a file of the site. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i

/** Looks at every link in the pages of a folder that is served at `base`, and for the places of `listPromises`. */
export function checkSite(folder, base, promises) {
  const files = readdirSync(folder, { recursive: true })
  const pages = files.filter((file) => file.endsWith('.html'))
  const anchors = new Map(
    pages.map((file) => [
      file,
      new Set([...readText(folder, file).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    ])
  )
  const leadsSomewhere = (link, from) => {
    const { pathname, hash } = new URL(link, `http://site${base}${from}`)
    if (!pathname.startsWith(base)) return false
    const path = decodeURIComponent(pathname.slice(base.length))
    const file = path === '' || path.endsWith('/') ? `${path}index.html` : path
    return hash === ''
      ? existsSync(join(folder, file))
      : anchors.get(file)?.has(decodeURIComponent(hash.slice(1)))
  }
  const links = pages.flatMap((from) =>
    [...readText(folder, from).matchAll(LINK)].map(([, element, link]) => ({ from, element, link }))
  )
  const broken = links.filter(({ from, element, link }) =>
    ELSEWHERE.test(link) ? element !== 'a' && link !== NO_ICON : !leadsSomewhere(link, from)
  )
  const missing = promises.filter(
    (promise) => !leadsSomewhere(`${base}${addressOf(promise)?.slice(1) ?? promise}`, '')
  )
  return {
    counts: { pages: pages.length, links: links.length, anchors: promises.length },
    problems: [
      ...broken.map(({ from, link }) => `${from}: ${link}`),
      ...missing.map((promise) => `no place for ${promise}`)
    ]
  }
}
