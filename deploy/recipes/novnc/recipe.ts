import { setTimeout as pause } from 'node:timers/promises'
import { isListening } from '../../../gateway/test-proxies/program.ts'
import type { Recipe } from '../recipe.ts'

const POLL_MS = 100
const START_TIMEOUT_MS = 60_000

/** In the page: how many pixels of the terminal are dark. Its window is at the top left. */
const DARK_PIXELS = `(() => {
  const canvas = document.querySelector('#noVNC_container canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, 400, 200)
  return data.filter((value, index) => index % 4 === 0 && value < 128).length
})()`
/** Several lines of numbers have more, a prompt has fewer. */
const SOME_LINES = 800
/** Before something is drawn, all are. */
const NOTHING_DRAWN = 40_000

export const recipe: Recipe = {
  source: {
    kind: 'debian',
    packages: ['novnc', 'tigervnc-standalone-server', 'xterm'],
    programs: ['websockify', 'Xtigervnc', 'xterm']
  },
  opens: '/vnc.html?autoconnect=true',
  async start({ port, copy, program, run }) {
    const display = 100 + (port % 900)
    const screen = 5900 + display
    const script = copy('novnc.sh', [['5901', String(screen)]])
    await run('/bin/sh', [script])
    const vnc = [
      '-interface',
      '127.0.0.1',
      '-rfbport',
      String(screen),
      '-SecurityTypes',
      'None',
      '-AlwaysShared'
    ]
    await run(program('Xtigervnc'), [`:${display}`, ...vnc])
    const deadline = Date.now() + START_TIMEOUT_MS
    while (!(await isListening(screen))) {
      if (Date.now() > deadline) throw new Error('the VNC server does not listen')
      await pause(POLL_MS)
    }
    await run(program('xterm'), ['-display', `:${display}`, '-geometry', '80x24+0+0', '-e', '/bin/sh'])
  },
  async version({ runOnce }) {
    const status = await runOnce('dpkg-query', ['--status', 'novnc'])
    return status.replace(/^.*\nVersion: (?:\d+:)?([^-\n]+).*$/s, '$1')
  },
  async use({ page, url }) {
    await page.goto(`${url}/vnc.html?autoconnect=true`)
    const screen = page.locator('#noVNC_container canvas')
    await page.waitForFunction(`${DARK_PIXELS} < ${NOTHING_DRAWN}`)
    await screen.click({ position: { x: 100, y: 100 } })
    await page.keyboard.type('seq 40\n')
    await page.waitForFunction(`${DARK_PIXELS} > ${SOME_LINES}`)
    await page.keyboard.type('clear\n')
    await page.waitForFunction(`${DARK_PIXELS} < ${SOME_LINES}`)
  },
  knownComplaints: [
    // It looks for its version in a file that Debian's package does not have.
    /package\.json: Error: 404 |404 .*\/package\.json$/,
    // About the pixels that are counted here.
    /^Canvas2D: Multiple readback operations/
  ]
}
