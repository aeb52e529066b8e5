import { type EditorField, type EditProblem, problemWords } from './contract.ts'

interface FieldInputProps {
  /** The configuration key, such as `login.theme.accent`. */
  id: string
  field: EditorField
  value: unknown
  problem: EditProblem | null
  onValue: (value: unknown) => void
}

const COLOUR = /#[0-9a-f]{6}\b/i

/** The input of one key, with its description and problem. */
export function FieldInput({ id, field, value, problem, onValue }: FieldInputProps) {
  const suggestion = problem?.suggestion
  const described = problem === null ? `${id}-about` : `${id}-about ${id}-problem`
  return (
    <div className="field">
      <label htmlFor={id}>{field.key}</label>
      <Input {...{ id, field, value, onValue, described }} isWrong={problem !== null} />
      {problem !== null && (
        <p className="problem" id={`${id}-problem`}>
          {problemWords(problem, field.key)}
          {suggestion !== undefined && (
            <button type="button" className="quiet" onClick={() => onValue(suggestion)}>
              Use {suggestion}
            </button>
          )}
        </p>
      )}
      <p className="about" id={`${id}-about`}>
        {field.description.replaceAll('`', '')}
      </p>
    </div>
  )
}

interface InputProps extends Omit<FieldInputProps, 'problem'> {
  described: string
  isWrong: boolean
}

function Input({ id, field: { input }, value, onValue, described, isWrong }: InputProps) {
  const common = { id, 'aria-describedby': described, 'aria-invalid': isWrong }
  switch (input.kind) {
    case 'choice':
      return (
        <select
          {...common}
          value={value === null ? '' : String(value)}
          onChange={({ target }) => onValue(target.value === '' ? null : target.value)}
        >
          {input.options.map((option) => (
            <option key={option} value={option ?? ''}>
              {option ?? 'as by default'}
            </option>
          ))}
        </select>
      )
    case 'switch':
      return (
        <input
          {...common}
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => onValue(target.checked)}
        />
      )
    case 'number':
      return (
        <input
          {...common}
          type="number"
          min={input.minimum}
          max={input.maximum}
          value={typeof value === 'number' ? value : ''}
          onChange={({ target }) => onValue(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)}
        />
      )
    case 'colour':
    case 'text':
      return (
        <span className={input.kind}>
          {input.kind === 'colour' && (
            <input
              type="color"
              aria-label={`${id}, picker`}
              value={typeof value === 'string' && COLOUR.test(value) ? value.toLowerCase() : '#808080'}
              onChange={({ target }) => onValue(target.value)}
            />
          )}
          <input
            {...common}
            type="text"
            spellCheck={false}
            autoComplete="off"
            value={typeof value === 'string' ? value : ''}
            placeholder={input.canBeNull ? 'as by default' : undefined}
            onChange={({ target }) => onValue(target.value === '' && input.canBeNull ? null : target.value)}
          />
        </span>
      )
  }
}
