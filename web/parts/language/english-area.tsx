import type { ReactNode } from 'react'
import { useStore } from '#web/lib/remote/store.ts'
import { spoken } from '#web/messages/languages/speak.ts'

/** The language of English words on this page: `en`, or undefined where the page is in English itself. */
export function useEnglishLang(): 'en' | undefined {
  return useStore(spoken) === 'en' ? undefined : 'en'
}

/** Around pages of an area that has English words alone (`englishWords`), so that they are read aloud as English. */
export function EnglishArea({ children }: { children: ReactNode }) {
  return (
    <div lang={useEnglishLang()} className="contents">
      {children}
    </div>
  )
}
