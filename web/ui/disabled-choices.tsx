import { useId } from 'react'

type Props = { title: string; choices: readonly string[]; reason: string }

/** Ways that exist but are switched off here: visible, unpressable, with the reason beneath. */
export function DisabledChoices({ title, choices, reason }: Props) {
  const reasonId = useId()
  return (
    <fieldset aria-describedby={reasonId} className="border-t border-line pt-4">
      <legend className="sr-only">{title}</legend>
      <p aria-hidden="true" className="text-sm text-ink-2">
        {title}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            disabled
            aria-describedby={reasonId}
            className="h-8 cursor-not-allowed rounded-md border border-dashed border-control px-3 text-sm text-ink-3"
          >
            {choice}
          </button>
        ))}
      </div>
      <p id={reasonId} className="mt-2 text-xs text-ink-3">
        {reason}
      </p>
    </fieldset>
  )
}
