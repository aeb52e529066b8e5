import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import t from 'tap'
import { type CloseListener, onClose } from '../../../src/http/connections/open-responses.ts'

function observe(...actions: (() => void)[]): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  for (const responseClosed of actions) {
    const listener: CloseListener = { nextCloseListener: null, responseClosed }
    onClose(response, listener)
  }
  return response
}

t.test('response close: every listener is called once, latest first', async (t) => {
  const called: string[] = []
  const response = observe(
    () => called.push('first'),
    () => called.push('second')
  )
  t.equal(response.listenerCount('close'), 1)
  t.same(called, [])
  response.emit('close')
  response.emit('close')
  t.same(called, ['second', 'first'])
})

t.test('response close: if a listener throws, others are called and the error is rethrown', async (t) => {
  const called: string[] = []
  const response = observe(
    () => called.push('first'),
    () => {
      throw new Error('a defect')
    },
    () => called.push('third')
  )
  t.throws(() => response.emit('close'), { message: 'a defect' })
  t.same(called, ['third', 'first'])
})
