import { useEffect, useRef, useState } from 'react'
import {
  type EditAnswer,
  type Edited,
  type EditProblem,
  type GallerySetup,
  problemWords
} from './contract.ts'
import { FieldInput } from './field-input.tsx'
import { wordsOf } from './filters.ts'

/** Debounce in milliseconds: dragging passes through many colors. */
const pauseMs = 250

const unreachable: EditProblem = {
  path: '',
  message: "The preview server doesn't answer",
  hint: 'Start it again and load this page again.'
}

/** Result of the last edit. */
interface EditResult {
  problems: readonly EditProblem[]
  /** Null: no valid edit yet. */
  yaml: string | null
}

const nothing: EditResult = { problems: [], yaml: null }

interface EditOptions {
  /** Where edits are sent. */
  path: string
  values: Edited
  /** The configured values, which are not an edit. */
  unedited: Edited
  /** Sets the thumbnails' theme; null: the configuration. */
  onTheme: (theme: string | null) => void
}

/** Sends edits one after the other. The thumbnails stay while something is wrong. */
function useEdit({ path, values, unedited, onTheme }: EditOptions): EditResult {
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

interface YamlPanelProps {
  yaml: string
  /** False: the last edit is invalid, and this is the previous one. */
  isCurrent: boolean
}

/** The YAML for the configuration, to copy or download. */
function YamlPanel({ yaml, isCurrent }: YamlPanelProps) {
  const [copied, setCopied] = useState('')
  const copy = () =>
    navigator.clipboard?.writeText(yaml).then(
      () => setCopied(yaml),
      () => {}
    )
  return (
    <section aria-labelledby="yaml-heading">
      <h2 id="yaml-heading">Configuration</h2>
      <textarea
        readOnly
        aria-labelledby="yaml-heading"
        data-current={isCurrent}
        rows={yaml.split('\n').length}
        value={yaml}
      />
      <p className="acts">
        <button type="button" onClick={() => void copy()} disabled={!isCurrent}>
          {copied === yaml ? 'Copied' : 'Copy'}
        </button>
        <button type="button" onClick={() => download(yaml)} disabled={!isCurrent}>
          Download
        </button>
      </p>
    </section>
  )
}

/** The browser saves it; the server writes nothing. */
function download(yaml: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([yaml], { type: 'application/yaml' }))
  link.download = 'gatehouse-login.yaml'
  link.click()
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

interface EditorProps {
  setup: GallerySetup
  /** Sets the thumbnails' theme; null: the configuration. */
  onTheme: (theme: string | null) => void
}

/** A form for the appearance. Writes nothing to disk, but shows the YAML. */
export function Editor({ setup, onTheme }: EditorProps) {
  const [values, setValues] = useState(setup.values)
  const { editPath: path, values: unedited } = setup
  const { problems, yaml } = useEdit({ path, values, unedited, onTheme })
  const set = (section: string, key: string, value: unknown) =>
    setValues((present) => ({ ...present, [section]: { ...present[section], [key]: value } }))
  const names = setup.sections.flatMap(({ name, fields }) => fields.map(({ key }) => `login.${name}.${key}`))
  const others = problems.filter(({ path }) => !names.includes(path))
  return (
    <aside className="editor" aria-label="Appearance">
      <form onSubmit={(event) => event.preventDefault()}>
        {setup.sections.map(({ name, fields }, index) => (
          <details key={name} open={index === 0}>
            <summary>{wordsOf(name)}</summary>
            {fields.map((field) => (
              <FieldInput
                key={field.key}
                id={`login.${name}.${field.key}`}
                field={field}
                value={values[name]?.[field.key] ?? null}
                problem={problems.find(({ path }) => path === `login.${name}.${field.key}`) ?? null}
                onValue={(value) => set(name, field.key, value)}
              />
            ))}
          </details>
        ))}
        <button type="button" className="quiet" onClick={() => setValues(unedited)}>
          As in the configuration
        </button>
      </form>
      <div role="status" className="problems">
        {others.map((problem) => (
          <p key={`${problem.path} ${problem.message}`} className="problem">
            {problem.path !== '' && <code>{problem.path}</code>} {problemWords(problem)}
          </p>
        ))}
        {problems.length > 0 && <p className="muted">The thumbnails show the last edit without a problem.</p>}
      </div>
      {yaml !== null && <YamlPanel yaml={yaml} isCurrent={problems.length === 0} />}
    </aside>
  )
}
