import t from 'tap'
import { buildErrorInfo } from '../../../stand-in/server/errors.ts'
import { type Examined, sayFinding, startDoctor } from '../../../test/fixtures/commands/doctor.ts'
import { startRecordingServer } from '../../../test/fixtures/wire/recording-server.ts'

const doctor = await startDoctor(t)
const { standIn, examine } = doctor
const { faults, settings } = standIn
t.beforeEach(() => {
  faults.reset()
  settings.reset()
})

const say = (examined: Examined) => sayFinding(examined, 'BLOCKING')

const SETS = { kind: 'set' } as const

t.test('doctor: a project without blocking functions is fine', async (t) => {
  t.equal(say(await examine()), 'ok none is registered')
})

t.test('doctor: blocking functions that answer are listed, and none of them runs', async (t) => {
  const { url, requests } = await startRecordingServer(t, (response) => void response.writeHead(400).end())
  settings.functionUrl = url
  settings.blockingFunctions = { beforeCreate: SETS, beforeSendEmail: SETS }
  const { host } = new URL(url)
  t.equal(say(await examine()), `ok beforeCreate at ${host}: 400, beforeSendEmail at ${host}: 400`)
  t.same(requests.map(({ method, url }) => `${method} ${url}`).sort(), [
    'HEAD /beforeCreate',
    'HEAD /beforeSendEmail'
  ])
})

const ANSWERS: readonly [number, RegExp][] = [
  [200, /^ok /],
  [405, /^ok /],
  [404, /^fail .*: 404 \| beforeCreate does not exist.*\| deploy the function/],
  [403, /^fail .*unauthenticated calls.*\| allow unauthenticated invocations/],
  [401, /^fail .*unauthenticated calls/],
  [503, /^warn .*beforeCreate fails.*\| read its log/]
]
for (const [status, words] of ANSWERS)
  t.test(`doctor: a blocking function that answers ${status}, its meaning`, async (t) => {
    const { url } = await startRecordingServer(t, (response) => void response.writeHead(status).end())
    settings.functionUrl = url
    settings.blockingFunctions = { beforeCreate: SETS }
    t.match(say(await examine()), words)
  })

t.test('doctor: a blocking function without an answer, and one without an address', async (t) => {
  const { url } = await startRecordingServer(t, (response) => void response.destroy())
  settings.blockingFunctions = { beforeCreate: SETS }
  settings.functionUrl = url
  t.match(say(await examine()), /^warn .*cannot be reached from here/)
  for (const functionUrl of ['no-url', 'file:///etc', 'javascript:alert(1)']) {
    settings.functionUrl = functionUrl
    t.match(say(await examine()), /^fail beforeCreate: no address \| .*register the function again/)
  }
})

t.test('doctor: says that sessions do not get session claims, unless some are kept', async (t) => {
  const { url } = await startRecordingServer(t, (response) => void response.writeHead(400).end())
  settings.functionUrl = url
  settings.blockingFunctions = { beforeSignIn: SETS }
  const LOST = /^ok .*sessions do not get its session claims/
  t.match(say(await examine()), LOST)
  t.match(say(await examine({ GATEHOUSE_SESSION_ACQUIRE: 'exchange' })), LOST)
  t.notMatch(say(await examine({ GATEHOUSE_SESSION_ACQUIRE: 'handover' })), LOST)
  t.notMatch(say(await examine({ GATEHOUSE_SESSION_KEEP_CLAIMS: '["risk"]' })), LOST)
  settings.blockingFunctions = { beforeCreate: SETS }
  t.notMatch(say(await examine()), LOST)
})

t.test('doctor: blocking functions that may not be read, the missing permission is named', async (t) => {
  faults.signInConfig = {
    kind: 'error',
    status: 403,
    message: 'The caller does not have permission',
    details: [buildErrorInfo('IAM_PERMISSION_DENIED')]
  }
  t.match(say(await examine()), /^skip unknown: 403 .*firebaseauth\.configs\.get/)
  const none = { GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: '' }
  t.match(say(await examine(none)), /^skip unknown: reading the project settings needs credentials/)
})
