import { useState } from 'react'
import type { GallerySetup } from './contract.ts'
import { FieldInput } from './field-input.tsx'
import { wordsOf } from './filters.ts'
import { problemWords } from './problem-words.ts'
import { useEdit } from './use-edit.ts'
import { YamlPanel } from './yaml-panel.tsx'

interface EditorProps {
  setup: GallerySetup
  /** The thumbnails shall show this edit; null: the configuration. */
  onTheme: (theme: string | null) => void
}

/** A form for what the configuration says of the appearance. Nothing is written to disk: it gives the YAML. */
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
