/**
 * Runs `task` once when the browser is idle, after 2000 ms at most; returns a cancel function. Safari has no
 * idle callback and waits 200 ms.
 */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(task, { timeout: 2000 })
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(task, 200)
  return () => clearTimeout(handle)
}
