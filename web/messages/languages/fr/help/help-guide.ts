export const MY_FILES = { path: '/dashboard', label: 'Ouvrir Mes fichiers' }
export const SECURITY = { path: '/dashboard/security', label: 'Ouvrir Sécurité' }
