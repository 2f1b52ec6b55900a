import { clsx } from 'clsx'
import { useId } from 'react'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly (readonly [value: string, label: string])[]
}

/** A few choices side by side, one of them taken: radio buttons, so arrow keys move between them. */
export function ChoiceBar({ label, value, onChange, options }: Props) {
  const name = useId()
  return (
    <fieldset className="m-0 flex min-w-0 flex-wrap gap-1 border-0 p-0">
      <legend className="sr-only">{label}</legend>
      {options.map(([id, text]) => (
        <label
          key={id}
          className={clsx(
            'relative inline-flex h-8 cursor-pointer items-center rounded-md px-3 text-sm transition-colors duration-120 pointer-coarse:h-11',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            id === value ? 'bg-brand-tint font-semibold text-brand' : 'text-ink-2 hover:bg-sunken hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={id}
            checked={id === value}
            onChange={() => onChange(id)}
            className="sr-only"
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
