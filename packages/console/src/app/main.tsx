import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/styles/fonts.css';
import '../ui/styles/tokens.css';
import '../ui/styles/base.css';
import { createQueryClient } from '../api/query-client.js';
import { frameRoute, rootRoute } from '../frame/routes.js';
import { applyTheme } from '../frame/theme.js';
import { currentLocale } from '../messages/locale.js';
import { goToSignIn, meQuery } from '../session/session.js';
import { messages as uiMessages } from '../ui/messages/index.gen.js';
import { AppBoundary } from './errors/app-boundary.js';
import { reportCaught } from './errors/report-caught.js';
import { RootProblem } from './errors/root-problem.js';
import { messages } from './messages/index.gen.js';
import { createAppRouter } from './router.js';
import { Root } from './shell/root.js';
import { Shell } from './shell/shell.js';

applyTheme();
document.documentElement.lang = currentLocale();

const queries = createQueryClient(goToSignIn);
// Asked for at once: every page waits for who is signed in, and for its words.
void queries.prefetchQuery(meQuery());
void messages.load();
void uiMessages.load();

rootRoute.update({ component: Root, errorComponent: RootProblem });
frameRoute.update({ component: Shell });
const router = createAppRouter(queries);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
createRoot(root, { onCaughtError: reportCaught }).render(
  <StrictMode>
    <AppBoundary>
      <QueryClientProvider client={queries}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </AppBoundary>
  </StrictMode>,
);
