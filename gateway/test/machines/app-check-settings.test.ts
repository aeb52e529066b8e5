import t from 'tap'
import { testConfig } from '../fixtures/gateway.ts'

const WEB = '1:1234567890:web:0123abcd'
const RULE = [{ path: '/api/*', allow: { any: [{ not: { appCheck: true } }] } }]
const APP_ID = 'identityPlatform.appCheck.appId'
const APP_IDS = 'identityPlatform.appCheck.appIds'

const ROWS: [name: string, refused: Record<string, unknown>, says: RegExp, twin: Record<string, unknown>][] =
  [
    ['rules without apps', { 'access.rules': RULE }, /no app id is accepted/, { [APP_IDS]: [WEB] }],
    [
      'apps of two projects',
      { [APP_IDS]: [WEB, '1:99:ios:00'] },
      /projectNumber.*is required/,
      { 'identityPlatform.appCheck.projectNumber': '1234567890' }
    ],
    ['an opaque app id', { [APP_IDS]: ['app'] }, /projectNumber.*is required/, { [APP_IDS]: [WEB] }],
    [
      'a page without an app',
      { 'login.appCheck.siteKey': 'key' },
      /is required by `login.appCheck`/,
      { [APP_ID]: WEB }
    ],
    [
      'a debug token in public',
      {
        'login.appCheck.debugToken': '0a1b',
        [APP_ID]: WEB,
        publicUrl: 'https://app.example.com',
        'identityPlatform.projectId': 'production'
      },
      /debugToken.*every visitor pass/,
      { publicUrl: 'http://localhost:8080' }
    ]
  ]

for (const [name, refused, says, twin] of ROWS)
  t.test(`config: App Check, ${name} refused with its fix`, async (t) => {
    t.throws(() => testConfig(refused), says)
    t.doesNotThrow(() => testConfig({ ...refused, ...twin }), 'twin')
  })
