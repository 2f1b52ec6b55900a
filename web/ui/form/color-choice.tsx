import { useId } from 'react'

type Props = {
  label: string
  /** Colours with their names for people who do not see them. */
  colors: readonly (readonly [color: string, name: string])[]
  value: string
  onChange: (color: string) => void
}

/** One colour of a few. */
export function ColorChoice({ label, colors, value, onChange }: Props) {
  const group = useId()
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {colors.map(([color, name]) => (
          <label
            key={color}
            title={name}
            className="relative grid size-9 cursor-pointer place-items-center rounded-md border border-transparent hover:bg-sunken has-checked:border-control has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus pointer-coarse:size-11"
          >
            <input
              type="radio"
              name={group}
              value={color}
              aria-label={name}
              checked={color === value}
              onChange={() => onChange(color)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden="true" className="size-5 rounded-full" style={{ backgroundColor: color }} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
