import { EventEmitter, once } from 'node:events'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createWatch, listOwnMounts } from '../../src/serving/reload.ts'
import { createClock, createTimers } from '../fixtures/clock.ts'

const turn = () => new Promise<void>((resolve) => void setTimeout(resolve, 0))

/** A watch of real files, or of files that exist only in the test and that `touch` changes. */
async function startWatch(files: string[], { pollSeconds = 10, isReal = false } = {}) {
  const timers = createTimers(createClock(), turn)
  const versions = new Map<string, number>()
  let changes = 0
  const events = new EventEmitter()
  const watch = createWatch({
    schedule: timers.schedule,
    onChange: () => {
      changes += 1
      events.emit('change')
    },
    ...(!isReal && { describe: async (file: string) => String(versions.get(file) ?? 0) })
  })
  watch.follow(files, pollSeconds)
  /** Resolves once the look of that time notices a change. */
  const lookAndNotice = async () => {
    const noticed = once(events, 'change')
    await timers.advance(pollSeconds)
    await noticed
  }
  // The first look finds changes since the files were read.
  await lookAndNotice()
  changes = 0
  return {
    ...watch,
    ...timers,
    lookAndNotice,
    changes: () => changes,
    touch: (file: string) => versions.set(file, (versions.get(file) ?? 0) + 1)
  }
}

t.test('watch: a change is noticed once, by the next look and not before', async (t) => {
  const watch = await startWatch(['/etc/a.yaml', '/run/b'], { pollSeconds: 5 })
  watch.touch('/run/b')
  await watch.advance(4)
  t.equal(watch.changes(), 0)
  await watch.advance(1)
  t.equal(watch.changes(), 1)
  await watch.advance(5)
  t.equal(watch.changes(), 1, 'only once')
  watch.close()
})

t.test('watch: following the same files again keeps what was seen, other files are looked at', async (t) => {
  const watch = await startWatch(['/etc/a.yaml'])
  watch.follow(['/etc/a.yaml'], 10)
  await watch.advance(10)
  t.equal(watch.changes(), 0)
  watch.follow(['/run/b'], 10)
  await watch.advance(10)
  t.equal(watch.changes(), 1, 'it may have changed since it was read')
  watch.touch('/etc/a.yaml')
  await watch.advance(10)
  t.equal(watch.changes(), 1)
  watch.close()
})

t.test('watch: following no files, and closing, leaves no timer', async (t) => {
  const [one, other] = [await startWatch(['/etc/a.yaml']), await startWatch(['/etc/a.yaml'])]
  one.follow([], 10)
  other.close()
  other.follow(['/run/b'], 10)
  t.equal(one.count(), 0)
  t.equal(other.count(), 0)
})

t.test('watch: writing, replacing by rename, removing and creating a file are each noticed', async (t) => {
  const folder = t.testdir({ 'a.yaml': 'one' })
  const file = join(folder, 'a.yaml')
  const watch = await startWatch([file], { isReal: true })
  const steps = [
    () => writeFileSync(file, 'other'),
    () => {
      writeFileSync(`${file}~`, 'three')
      renameSync(`${file}~`, file)
    },
    () => rmSync(file),
    () => writeFileSync(file, 'four')
  ]
  for (const [index, step] of steps.entries()) {
    step()
    await watch.lookAndNotice()
    t.equal(watch.changes(), index + 1)
  }
  watch.close()
})

t.test('watch: swapping the symbolic link `..data`, as Kubernetes does, is noticed', async (t) => {
  const folder = t.testdir({ '..v1': { 'a.yaml': 'one' } })
  symlinkSync('..v1', join(folder, '..data'))
  symlinkSync('..data/a.yaml', join(folder, 'a.yaml'))
  const watch = await startWatch([join(folder, 'a.yaml')], { isReal: true })
  mkdirSync(join(folder, '..v2'))
  writeFileSync(join(folder, '..v2', 'a.yaml'), 'two')
  symlinkSync('..v2', join(folder, '..data_tmp'))
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'))
  await watch.lookAndNotice()
  t.equal(watch.changes(), 1)
  watch.close()
})

t.test('own mounts: a file that is a mount point is listed, one in a mounted folder is not', async (t) => {
  const folder = t.testdir({ 'a b.yaml': '', 'c.yaml': '', mounts: '' })
  const mounts = join(folder, 'mounts')
  const line = (point: string) => `36 35 98:0 /x ${point} rw,noatime - ext3 /dev/root rw\n`
  writeFileSync(mounts, `${line(folder)}${line(`${folder}/a\\040b.yaml`)}`)
  const files = ['a b.yaml', 'c.yaml', 'gone.yaml'].map((name) => join(folder, name))
  t.same(listOwnMounts(files, mounts), [join(folder, 'a b.yaml')])
  t.same(listOwnMounts(files, join(folder, 'none')), [], 'no list of mounts')
})
