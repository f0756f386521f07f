/** The view of a staff list, kept in the address. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SearchParams } from '#web/search-params.ts';
import { type Choices, readView, type View, writeView } from './view.ts';

const NO_CHOICES = {};

export function useStaffView<const C extends Choices = typeof NO_CHOICES>(choices: C = NO_CHOICES as C) {
  const view = readView(useSearch({ strict: false }) as SearchParams, choices);
  const navigate = useNavigate();
  const show = (change: Partial<View<C>>, { replace = false } = {}) =>
    void navigate({
      to: '.',
      search: ((before: SearchParams) => ({
        ...before,
        ...writeView({ ...view, ...change }, choices),
      })) as never,
      replace,
      resetScroll: false,
    });
  return { view, show };
}
