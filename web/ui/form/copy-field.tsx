import { Field as Base } from '@base-ui/react/field'
import { clsx } from 'clsx'
import { Copy } from 'lucide-react'
import type { Ref } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { Field } from './field.tsx'
import { inputStyle } from './input-style.ts'

type Props = {
  name: string
  label: string
  value: string
  /** What the button in it does. */
  copyLabel: string
  onCopy: () => void
  ref?: Ref<HTMLInputElement>
}

/** Text to take along: it cannot be changed, and a button in the field copies it. */
export function CopyField({ name, label, value, copyLabel, onCopy, ref }: Props) {
  return (
    <Field name={name} label={label}>
      <div className="relative">
        <Base.Control
          ref={ref ?? null}
          className={clsx(inputStyle, 'pr-10 font-mono pointer-coarse:pr-12')}
          value={value}
          readOnly
          spellCheck={false}
        />
        <IconButton label={copyLabel} onClick={onCopy} className="absolute top-0.5 right-0.5 pointer-coarse:top-0">
          <Copy size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </Field>
  )
}
