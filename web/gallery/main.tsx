import '../tokens.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { VaultContext } from '#web/parts/vault/vault-context.ts'
import { GalleryPage } from './gallery-page.tsx'
import { galleryVault } from './gallery-vault.ts'

/** The templates of `web/parts` with invented data, at `/dev/gallery` of the development server. No build has it. */
const place = document.querySelector('#root')
if (!place) throw new Error('the document of the gallery has no root')
const router = createBrowserRouter([{ path: '*', Component: GalleryPage }])
createRoot(place).render(
  <VaultContext value={galleryVault}>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </VaultContext>,
)
