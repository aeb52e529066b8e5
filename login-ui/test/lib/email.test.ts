import t from 'tap'
import { isEmail, readEmail } from '../../src/lib/email.ts'

t.test('email: typed with another keyboard or system, is read as the same address', async (t) => {
  const rows = [
    [' ada@example.com\n', 'ada@example.com'],
    ['ada\uff20example.com', 'ada@example.com'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    ['ada@example。com', 'ada@example.com'],
    ['ada@example｡com', 'ada@example.com'],
    ['jose\u0301@example.com', 'jos\u00e9@example.com'],
    ['Ada+News@Example.com', 'Ada+News@Example.com'],
    ['\u3000ada@example.com\u00a0', 'ada@example.com']
  ] as const
  for (const [typed, email] of rows) {
    t.equal(readEmail(typed), email)
    t.ok(isEmail(readEmail(typed)))
  }
  for (const typed of ['', 'ada', 'ada@@example.com', '＠example.com'])
    t.notOk(isEmail(readEmail(typed)), typed)
})
