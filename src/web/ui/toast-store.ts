/**
 * The state behind toasts: at most one, a newer one replaces it at once. A dismissed toast stays in the state, closed,
 * so that its leaving can be drawn, and is forgotten 1,000,000 ms later.
 */
import type { ReactNode } from 'react';

export const TOAST_LIMIT = 1;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_DURATION_MS = 5000;

export interface ToastInput {
  title?: ReactNode;
  description?: ReactNode;
  variant?: 'default' | 'destructive';
  duration?: number;
  action?: { label: string; onClick: () => void };
}
export interface Toast extends ToastInput {
  id: string;
  open: boolean;
}
export type ToastAction =
  | { type: 'add'; toast: Toast }
  | { type: 'update'; id: string; change: ToastInput }
  | { type: 'dismiss'; id?: string }
  | { type: 'remove'; id?: string };

/** Pure: what the toasts are after an action. Without an id an action means all of them. */
export function reduceToasts(toasts: readonly Toast[], action: ToastAction): readonly Toast[] {
  switch (action.type) {
    case 'add':
      return [action.toast, ...toasts].slice(0, TOAST_LIMIT);
    case 'update':
      return toasts.map((toast) => (toast.id === action.id ? { ...toast, ...action.change } : toast));
    case 'dismiss':
      return toasts.map((toast) =>
        action.id === undefined || toast.id === action.id ? { ...toast, open: false } : toast,
      );
    case 'remove':
      return action.id === undefined ? [] : toasts.filter((toast) => toast.id !== action.id);
  }
}

let current: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function dispatch(action: ToastAction): void {
  current = reduceToasts(current, action);
  for (const listener of listeners) listener();
}

function removeLater(id: string): void {
  if (removals.has(id)) return;
  const timer = setTimeout(() => {
    removals.delete(id);
    dispatch({ type: 'remove', id });
  }, TOAST_REMOVE_DELAY_MS);
  removals.set(id, timer);
}

export function dismissToast(id?: string): void {
  for (const toast of current) if (id === undefined || toast.id === id) removeLater(toast.id);
  dispatch({ type: 'dismiss', id });
}

/** Shows a toast. Callable from anywhere, inside React or not. */
export function toast(input: ToastInput) {
  lastId += 1;
  const id = String(lastId);
  dispatch({ type: 'add', toast: { ...input, id, open: true } });
  return {
    id,
    dismiss: () => dismissToast(id),
    update: (change: ToastInput) => dispatch({ type: 'update', id, change }),
  };
}

export const readToasts = (): readonly Toast[] => current;

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
