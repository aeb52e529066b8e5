import { useEffect, useRef, useState } from 'react'
import type { EditAnswer, Edited, EditProblem } from './contract.ts'

/** Pause after the last change before it is tried, in milliseconds: a colour is dragged through many. */
const pauseMs = 250

const unreachable: EditProblem = {
  path: '',
  message: "The preview server doesn't answer",
  hint: 'Start it again and load this page again.'
}

/** What the last edit came to. */
export interface EditResult {
  problems: readonly EditProblem[]
  /** Null: there is no edit that was good. */
  yaml: string | null
}

const nothing: EditResult = { problems: [], yaml: null }

interface EditOptions {
  /** Where edits are sent. */
  path: string
  values: Edited
  /** What the configuration says: these are no edit. */
  unedited: Edited
  /** What the thumbnails shall show; null: the configuration. */
  onTheme: (theme: string | null) => void
}

/** Tries edits out, one after the other. The thumbnails stay as they are while something is wrong. */
export function useEdit({ path, values, unedited, onTheme }: EditOptions): EditResult {
  const [result, setResult] = useState(nothing)
  const last = useRef(0)
  useEffect(() => {
    const number = ++last.current
    if (values === unedited) {
      setResult(nothing)
      onTheme(null)
      return
    }
    const timer = setTimeout(async () => {
      const answer = await send(path, values)
      if (number !== last.current) return
      if (answer.kind === 'invalid') return setResult(({ yaml }) => ({ problems: answer.problems, yaml }))
      setResult({ problems: [], yaml: answer.yaml })
      onTheme(answer.theme)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [path, values, unedited, onTheme])
  return result
}

async function send(path: string, values: Edited): Promise<EditAnswer> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values)
    })
    if (!response.ok) return { kind: 'invalid', problems: [unreachable] }
    return await response.json()
  } catch {
    return { kind: 'invalid', problems: [unreachable] }
  }
}
