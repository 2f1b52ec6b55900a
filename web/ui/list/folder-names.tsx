import { CardSection } from '../layout/card.tsx'
import { Text } from '../layout/text.tsx'

/** A folder by its path, and the names of what lies directly in it. An empty path is for what lies in none. */
export type NamesInFolder = { path: string; names: readonly string[] }

/** Every name of several folders, each folder under its path; it scrolls by itself. */
export function FolderNames({ label, folders }: { label: string; folders: readonly NamesInFolder[] }) {
  return (
    <CardSection aria-label={label} tabIndex={0} className="flex max-h-40 flex-col gap-2 overflow-y-auto p-2 text-sm">
      {folders.map(({ path, names }) => (
        <div key={path}>
          {path !== '' && <Text className="font-semibold wrap-anywhere">{path}</Text>}
          <ul>
            {names.map((name, at) => (
              // Two files of one folder may have the same name.
              <li key={`${at} ${name}`} className="wrap-anywhere">
                {name}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </CardSection>
  )
}
