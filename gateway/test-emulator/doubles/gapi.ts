import type { BrowserContext } from 'playwright-core'

/** Google's loader, as the SDK asks for it in the page and the emulator's helper frame asks for it in the frame. */
export const GAPI_URL = 'https://apis.google.com/js/api.js'
/** What dresses the emulator's provider page; it works without. */
const DECORATION = /^https:\/\/(unpkg\.com|fonts\.googleapis\.com|fonts\.gstatic\.com)\//

/**
 * As much of Google's `gapi.iframes` as the SDK and the helper frame use: one link between page and frame by
 * `postMessage`. What comes before somebody has registered for it waits. A ping is answered by the script inside the
 * frame and by nothing else, so that a frame which may not load is noticed just as with the real one.
 */
const GAPI_SCRIPT = `(() => {
  const PING_EVERY_MS = 25
  function createLink(peer) {
    const handlers = new Map()
    const waiting = []
    const asked = new Map()
    let lastId = 0
    const post = (message) => peer()?.postMessage({ gapiDouble: true, ...message }, '*')
    async function deliver({ id, name, data }) {
      if (!handlers.has(name)) return void waiting.push({ id, name, data })
      post({ answers: id, data: await handlers.get(name)(data) })
    }
    addEventListener('message', ({ source, data: message }) => {
      if (source !== peer() || message?.gapiDouble !== true) return
      if (message.answers === undefined) return void deliver(message)
      asked.get(message.answers)?.(message.data)
      asked.delete(message.answers)
    })
    const link = {
      register(name, handler) {
        handlers.set(name, handler)
        for (const message of waiting.splice(0)) void deliver(message)
      },
      send(name, data, callback) {
        const id = ++lastId
        // The SDK's own callback ends in a throw even when all is well (webStorageSupport), of which nobody hears.
        asked.set(id, (answer) => {
          try {
            callback?.([answer])
          } catch {}
        })
        post({ id, name, data })
      },
      ping(callback) {
        return new Promise((resolve) => {
          const timer = setInterval(() => {
            link.send('ping', null, () => {
              clearInterval(timer)
              callback()
              resolve([{}])
            })
          }, PING_EVERY_MS)
        })
      },
      async restyle() {
        return [{}]
      }
    }
    handlers.set('ping', () => 'pong')
    return link
  }
  let toParent
  const context = {
    getParentIframe: () => (toParent ??= createLink(() => parent)),
    open({ where, url, attributes }, callback) {
      const frame = document.createElement('iframe')
      Object.assign(frame.style, attributes.style)
      frame.src = url
      const link = createLink(() => frame.contentWindow)
      where.append(frame)
      return callback(link)
    }
  }
  const load = (_name, { callback }) => {
    gapi.iframes = { CROSS_ORIGIN_IFRAMES_FILTER: () => true, Iframe: true, getContext: () => context }
    // A frame is reachable from now on.
    if (parent !== window) context.getParentIframe()
    callback()
  }
  window.gapi = { load }
  const onload = new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload'
  window[onload]?.()
})()`

/**
 * Has every page and frame of the context load the double where it asks for Google's script, and nothing where the
 * emulator's provider page asks for decoration. The page's own Content-Security-Policy still decides what it may ask.
 */
export async function installGapi(context: BrowserContext): Promise<void> {
  await context.route(`${GAPI_URL}*`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: GAPI_SCRIPT })
  )
  await context.route(DECORATION, (route) => route.fulfill({ body: '' }))
}
