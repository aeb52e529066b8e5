import { randomUUID } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'

/**
 * Replaces the content of a file in one step: a reader finds the old or the new one, whole. Mode and owner stay; a symbolic
 * link stays one. Rejects with what the file system says, and then the old content is there.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file)
  const { mode, uid, gid } = await stat(target)
  const beside = `${target}.${randomUUID()}.tmp`
  try {
    // Nobody else may read it before its owner and mode are right.
    const handle = await open(beside, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      const made = await handle.stat()
      if (made.uid !== uid || made.gid !== gid) await handle.chown(uid, gid)
      await handle.chmod(mode & 0o7777)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, target)
  } catch (err) {
    await rm(beside, { force: true })
    throw err
  }
}
