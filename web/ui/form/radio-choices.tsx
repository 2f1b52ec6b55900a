import { useId } from 'react'

type Choice<T extends string> = { value: T; label: string; hint: string }
type Props<T extends string> = {
  label: string
  choices: readonly Choice<T>[]
  value: T
  onChange: (value: T) => void
}

/** One of a few ways, each with a sentence about what it does. */
export function RadioChoices<T extends string>({ label, choices, value, onChange }: Props<T>) {
  const group = useId()
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="divide-y divide-line rounded-md border border-line">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex cursor-pointer items-start gap-3 px-3 py-2.5 text-sm has-checked:bg-brand-tint has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-describedby={`${group}-${choice.value}`}
              aria-label={choice.label}
              className="mt-0.5 size-4 shrink-0 accent-brand outline-none"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{choice.label}</span>
              <span id={`${group}-${choice.value}`} className="block text-xs wrap-anywhere text-ink-2">
                {choice.hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
