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
      const { log } = await startProxyProcess({ program: geckodriver ?? '', args, port, folder })
      return {
        url: `http://127.0.0.1:${port}`,
        log,
        capabilities: {
          acceptInsecureCerts: true,
          webSocketUrl: true,
          'moz:firefoxOptions': { binary: firefox, args: ['-headless'] }
        }
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
      const { log } = await start({ program: driver ?? '', args: [`--port=${port}`], port, folder })
      return {
        url: `http://127.0.0.1:${port}`,
        log,
        capabilities: {
          acceptInsecureCerts: true,
          'webkitgtk:browserOptions': {
            binary: browser,
            args: ['--automation', '--enable-write-console-messages-to-stdout=true']
          }
        }
      }
    }
  }
}
