import { useId } from 'react'

type Props = {
  label: string
  choices: readonly string[]
  chosen: number | undefined
  onChoose: (choice: number) => void
}

/** One question with its answers, of which one is taken. */
export function Question({ label, choices, chosen, onChoose }: Props) {
  const group = useId()
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <div className="divide-y divide-line rounded-md border border-line">
        {choices.map((choice, at) => (
          <label
            key={choice}
            className="flex cursor-pointer items-start gap-3 px-3 py-2.5 text-sm has-checked:bg-brand-tint has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus pointer-coarse:py-3"
          >
            <input
              type="radio"
              name={group}
              checked={at === chosen}
              onChange={() => onChoose(at)}
              className="mt-0.5 size-4 shrink-0 accent-brand outline-none"
            />
            <span className="min-w-0 wrap-anywhere">{choice}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
