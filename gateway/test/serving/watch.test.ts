import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createWatch, listOwnMounts } from '../../src/serving/watch.ts'
import { createClock, createTimers } from '../fixtures/clock.ts'

const turn = () => new Promise<void>((resolve) => void setTimeout(resolve, 0))

/** A watch of files that exist only in the test; `touch` changes one without a file event. */
async function startWatch(files: string[], { pollSeconds = 10 } = {}) {
  const timers = createTimers(createClock(), turn)
  const versions = new Map<string, number>()
  const signs = new Map<string, () => void>()
  let changes = 0
  const watch = createWatch({
    schedule: timers.schedule,
    onChange: () => {
      changes += 1
    },
    system: {
      watchDirectory(directory, onEvent) {
        signs.set(directory, onEvent)
        return () => signs.delete(directory)
      },
      describe: async (file) => String(versions.get(file) ?? 0),
      directoriesOf: async (file) => [join(file, '..')]
    }
  })
  await watch.follow(files, pollSeconds)
  // The first look finds changes since the files were read.
  await timers.advance(pollSeconds)
  changes = 0
  return {
    ...watch,
    ...timers,
    signs,
    changes: () => changes,
    touch: (file: string) => versions.set(file, (versions.get(file) ?? 0) + 1)
  }
}

t.test('watch: several file events cause one look, half a second after the first', async (t) => {
  const watch = await startWatch(['/etc/a.yaml'])
  watch.touch('/etc/a.yaml')
  for (let count = 0; count < 3; count++) watch.signs.get('/etc')?.()
  await watch.advance(0.375)
  t.equal(watch.changes(), 0)
  await watch.advance(0.125)
  t.equal(watch.changes(), 1)
  watch.close()
})

t.test('watch: events of other files in the folder cause no change', async (t) => {
  const watch = await startWatch(['/etc/a.yaml'])
  watch.signs.get('/etc')?.()
  await watch.advance(1)
  t.equal(watch.changes(), 0)
  watch.close()
})

t.test('watch: a change without any file event is noticed by the next poll', async (t) => {
  const watch = await startWatch(['/etc/a.yaml', '/run/b'], { pollSeconds: 5 })
  watch.touch('/run/b')
  await watch.advance(5)
  t.equal(watch.changes(), 1)
  await watch.advance(5)
  t.equal(watch.changes(), 1, 'only once')
  watch.close()
})

t.test('watch: following other files releases the former ones, following none stops polling', async (t) => {
  const watch = await startWatch(['/etc/a.yaml'])
  await watch.follow(['/run/b'], 10)
  t.same([...watch.signs.keys()], ['/run'])
  await watch.follow([], 10)
  t.same([...watch.signs.keys()], [])
  t.equal(watch.count(), 0)
})

t.test('watch: closing leaves no timer and no watched folder', async (t) => {
  const watch = await startWatch(['/etc/a.yaml'])
  watch.signs.get('/etc')?.()
  watch.close()
  t.equal(watch.count(), 0)
  t.equal(watch.signs.size, 0)
})

/** Real files, watched by the system; resolves with the next change that is noticed. */
async function watchReal(t: Test, file: string) {
  let notice = () => {}
  const watch = createWatch({
    // Looks are immediate and polling is off, so that only events of the system are tested.
    schedule: (seconds, run) => {
      if (seconds < 1) setImmediate(run)
      return () => {}
    },
    onChange: () => notice()
  })
  // A watch does not keep the process alive.
  const alive = setInterval(() => {}, 1000)
  t.teardown(() => {
    clearInterval(alive)
    watch.close()
  })
  await watch.follow([file], 3600)
  return (change: () => void) =>
    new Promise<void>((resolve) => {
      notice = resolve
      change()
    })
}

t.test('watch: writing, replacing by rename, removing and creating a file are each noticed', async (t) => {
  const folder = t.testdir({ 'a.yaml': 'one' })
  const file = join(folder, 'a.yaml')
  const noticed = await watchReal(t, file)
  await noticed(() => writeFileSync(file, 'two'))
  await noticed(() => {
    writeFileSync(`${file}~`, 'three')
    renameSync(`${file}~`, file)
  })
  await noticed(() => rmSync(file))
  await noticed(() => writeFileSync(file, 'four'))
})

t.test('watch: swapping the symbolic link `..data`, as Kubernetes does, is noticed', async (t) => {
  const folder = t.testdir({ '..v1': { 'a.yaml': 'one' } })
  symlinkSync('..v1', join(folder, '..data'))
  symlinkSync('..data/a.yaml', join(folder, 'a.yaml'))
  const noticed = await watchReal(t, join(folder, 'a.yaml'))
  mkdirSync(join(folder, '..v2'))
  writeFileSync(join(folder, '..v2', 'a.yaml'), 'two')
  await noticed(() => {
    symlinkSync('..v2', join(folder, '..data_tmp'))
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'))
  })
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
