import { setTimeout as delay } from 'node:timers/promises'
import {
  type StreamingApplication,
  startStreamingApplication
} from '../test/fixtures/wire/streaming-application.ts'

const SLOW_MS = 1500
const TICK_MS = 100

/** The application: responses, slow ones at `/slow`, uploads, events every `tickMs`, WebSockets. */
export function startApplication(tickMs = TICK_MS): Promise<StreamingApplication> {
  return startStreamingApplication({
    tickMs,
    async response({ url = '/' }, response, bytes) {
      const { pathname } = new URL(url, 'http://application')
      if (pathname === '/slow') await delay(SLOW_MS)
      response.end(String(bytes))
    }
  })
}
