import { setTimeout as delay } from 'node:timers/promises'
import {
  type StreamingApplication,
  startStreamingApplication
} from '../test/fixtures/wire/streaming-application.ts'

const SLOW_MS = 1500
const TICK_MS = 100

/** The application behind the gateway: answers, slow answers at `/slow`, uploads, an event stream and WebSockets. `tickMs`: between two events of a stream. */
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
