import assert from 'node:assert/strict'
import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'
import { GAPI_URL } from '../../../test/fixtures/browser/gapi.ts'

const LOCAL_HOST = /^(127\.0\.0\.1|(.+\.)?localhost)$/
/** Every JWT starts like this. */
const TOKEN = /eyJ[\w-]{10,}\./
/**
 * Harmless console errors of Chromium: each 4xx response of the provider, which some checks expect, and the
 * provider page of the emulator, whose form fields lack recommended attributes.
 */
const HARMLESS = [/^Failed to load resource: the server responded with a status of 4\d\d/]

/** How much of a page is shown when a check fails, in characters. */
const SHOWN_TEXT = 300

/** All storage of a page that scripts can read, as text. */
const READ_STORAGE = `(async () => {
  const kept = [location.href, document.cookie, ...Object.entries(localStorage).flat(), ...Object.entries(sessionStorage).flat()]
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    for (const store of database.objectStoreNames) {
      kept.push(JSON.stringify(await new Promise((resolve, reject) => {
        const reading = database.transaction(store).objectStore(store).getAll()
        reading.onsuccess = () => resolve(reading.result)
        reading.onerror = () => reject(reading.error)
      })))
    }
    database.close()
  }
  return kept.join('\\n')
})()`

/** Records what all pages of a browser do. */
export type Watch = Awaited<ReturnType<typeof watchContext>>

/** Watches a browser from now on; `expected`: console errors that the check expects. */
export async function watchContext(context: BrowserContext, expected: readonly RegExp[]) {
  const complaints: string[] = []
  const requests: string[] = []
  const secrets: string[] = []
  const note = (text: string) => {
    if (![...HARMLESS, ...expected].some((pattern) => pattern.test(text))) complaints.push(text)
  }
  context.on('weberror', (error) => note(`uncaught: ${error.error().message}`))
  context.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') note(message.text())
  })
  context.on('request', (request: Request) => {
    requests.push(request.url())
    if (!isOwn(request.url())) note(`request to ${new URL(request.url()).origin}`)
  })

  return {
    /** URLs of all requests so far. */
    requests,
    /** This text, such as a password, must not be in a URL or storage. */
    keepSecret(text: string) {
      secrets.push(text)
    },
    /** The URLs of the pages and their console errors, to investigate a failure. */
    async describe(): Promise<string> {
      const pages = context.pages().map(async (page) => {
        const text = await page.innerText('body', { timeout: 500 }).catch(() => '')
        return `at ${page.url()}: ${text.replace(/\s+/g, ' ').slice(0, SHOWN_TEXT)}`
      })
      return [...(await Promise.all(pages)), ...complaints].join('\n')
    },
    /** Fails on console errors, requests to other sites, and secrets that scripts or logs can read. */
    async assertClean(): Promise<void> {
      assert.deepEqual(complaints, [])
      for (const url of requests) assertNoSecret('an address', decodeURIComponent(url), secrets)
      for (const page of context.pages()) assertNoSecret('storage', await readStorage(page), secrets)
    }
  }
}

/** Everything that scripts of a page can read later; empty for an opaque origin. */
async function readStorage(page: Page): Promise<string> {
  return page.url().startsWith('http') ? String(await page.evaluate(READ_STORAGE)) : ''
}

function isOwn(url: string): boolean {
  const { hostname, protocol } = new URL(url)
  const isDouble = url.startsWith(GAPI_URL) || /(^|\.)(unpkg\.com|fonts\.googleapis\.com)$/.test(hostname)
  return protocol === 'data:' || protocol === 'blob:' || LOCAL_HOST.test(hostname) || isDouble
}

function assertNoSecret(where: string, text: string, secrets: readonly string[]): void {
  assert.ok(!TOKEN.test(text), `a token is in ${where}: ${text.slice(0, 200)}`)
  for (const secret of secrets)
    assert.ok(!text.includes(secret), `a secret is in ${where}: ${text.slice(0, 200)}`)
}
