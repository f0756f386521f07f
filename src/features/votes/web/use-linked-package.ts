/** ?package=small|medium|large|boost opens that payment once, without charging; the address is cleaned either way. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { SearchParams } from '#web/search-params.ts';
import type { PackageId } from '../contract.ts';
import { readLinkedPackage } from '../rules-packages.ts';

export function useLinkedPackage(open: (votePackage: PackageId) => void, ready: boolean): void {
  const search = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const latest = useRef(open);
  latest.current = open;
  const asked = search.package;
  useEffect(() => {
    if (asked === undefined || !ready) return;
    const wanted = readLinkedPackage(asked);
    void navigate({
      to: '.',
      search: ((before: SearchParams) => ({ ...before, package: undefined })) as never,
      replace: true,
      resetScroll: false,
    });
    if (wanted) latest.current(wanted);
  }, [asked, ready, navigate]);
}
