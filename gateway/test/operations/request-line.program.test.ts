import t from 'tap'
import { compareRequestLines } from '../fixtures/session/request-lines.ts'

t.test(
  'request line: 30,000 random requests with hostile strings give the same bytes as pino',
  { timeout: 300_000 },
  async (t) => {
    t.doesNotThrow(() => compareRequestLines(30_000))
  }
)
