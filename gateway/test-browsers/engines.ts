import { once } from 'node:events'
import { WebSocket } from 'ws'
import { findProgram } from '../test/fixtures/processes/find-program.ts'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'
import { type ProxyProcessOptions, startProxyProcess } from '../test-proxies/program.ts'
import type { Driver } from './webdriver.ts'

/** A browser engine other than Chromium's, with the program that drives it. */
export interface Engine {
  name: 'Firefox' | 'WebKit'
  /** The program that is not here; null: all are. */
  missing: string | null
  /** Starts the program, which ends with this process. */
  start(folder: string): Promise<Driver>
}

const MINI_BROWSER = 'x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
/** The X11 protocol gives each display a port. */
const FIRST_DISPLAY_PORT = 6000

/** Firefox by geckodriver, without windows. */
export function findFirefox(): Engine {
  const firefox = findProgram('FIREFOX_PATH', 'firefox-esr') ?? findProgram('FIREFOX_PATH', 'firefox')
  const geckodriver = findProgram('GECKODRIVER_PATH', 'geckodriver')
  return {
    name: 'Firefox',
    missing: firefox === null ? 'Firefox' : geckodriver === null ? 'geckodriver' : null,
    async start(folder) {
      const [port = 0, websocketPort = 0] = await findFreePorts(2)
      const args = [`--port=${port}`, `--websocket-port=${websocketPort}`]
      await startProxyProcess({ program: geckodriver ?? '', args, port, folder })
      return {
        url: `http://127.0.0.1:${port}`,
        watchConsole: ({ webSocketUrl }) => watchLog(String(webSocketUrl)),
        capabilitiesFor: ({ proxy, blocksCookies = false }) => ({
          webSocketUrl: true,
          proxy: { proxyType: 'manual', httpProxy: proxy, sslProxy: proxy },
          'moz:firefoxOptions': {
            binary: firefox,
            args: ['-headless'],
            prefs: {
              'network.proxy.allow_hijacking_localhost': true,
              'security.webauth.webauthn_enable_softtoken': true,
              'security.webauth.webauthn_enable_usbtoken': false,
              ...(blocksCookies && { 'network.cookie.cookieBehavior': 2 })
            }
          }
        })
      }
    }
  }
}

/** WebKit as in GNOME Web, by WebKit's own driver, on a display without a screen. */
export function findWebKit(): Engine {
  const driver = findProgram('WEBKIT_DRIVER_PATH', 'WebKitWebDriver')
  const browser = findProgram('MINI_BROWSER_PATH', `../lib/${MINI_BROWSER}`)
  const display = findProgram('XVFB_PATH', 'Xvfb')
  return {
    name: 'WebKit',
    missing:
      driver === null
        ? 'WebKitWebDriver'
        : browser === null
          ? 'MiniBrowser'
          : display === null
            ? 'Xvfb'
            : null,
    async start(folder) {
      const [port = 0, displayPort = 0] = await findFreePorts(2)
      const name = `:${displayPort - FIRST_DISPLAY_PORT}`
      const start = (options: ProxyProcessOptions) =>
        startProxyProcess({ ...options, env: { DISPLAY: name } })
      const screen = [name, '-screen', '0', '1600x1200x24', '-listen', 'tcp']
      await start({ program: display ?? '', args: screen, port: displayPort, folder })
      await start({
        program: driver ?? '',
        args: [`--port=${port}`, '--replace-on-new-session'],
        port,
        folder
      })
      return {
        url: `http://127.0.0.1:${port}`,
        // Of browsers under its control, WebKit prints no console, and the protocol reads none.
        watchConsole: async () => () => [],
        capabilitiesFor: ({ proxy, blocksCookies = false }) => ({
          'webkitgtk:browserOptions': {
            binary: browser,
            args: [
              '--automation',
              // As a capability, the proxy for https would have to speak TLS itself.
              `--proxy=http://${proxy}`,
              ...(blocksCookies ? ['--cookies-policy=never'] : [])
            ]
          }
        })
      }
    }
  }
}

/** Subscribes to the console of a Firefox. https://www.w3.org/TR/webdriver-bidi/#event-log-entryAdded */
async function watchLog(url: string): Promise<() => string[]> {
  const complaints: string[] = []
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const subscribed = once(socket, 'message')
  socket.send(JSON.stringify({ id: 1, method: 'session.subscribe', params: { events: ['log.entryAdded'] } }))
  await subscribed
  socket.on('message', (data) => {
    const { method, params } = JSON.parse(String(data))
    if (method === 'log.entryAdded' && params.level === 'error') complaints.push(params.text)
  })
  return () => complaints
}
