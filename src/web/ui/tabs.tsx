/** Tabs on Radix: arrow keys move, one panel shows. Scrolls sideways rather than wrapping; the open one is in sight. */
import { Tabs as RadixTabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

export interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

export interface TabsProps {
  tabs: readonly Tab[];
  /** What the row of tabs is about, for assistive technology. */
  label: string;
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  className?: string;
  /** Of the row of tabs: many tabs may want to stand closer, or wrap where there is room. */
  listClassName?: string;
}

export function Tabs({
  tabs,
  label,
  value,
  defaultValue,
  onValueChange,
  className,
  listClassName,
}: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const place = tabs.findIndex((tab) => tab.value === value);
  useEffect(() => {
    const row = list.current;
    const open = row?.children[place];
    if (!row || !(open instanceof HTMLElement)) return;
    row.scrollLeft = open.offsetLeft - row.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
  }, [place]);
  return (
    <RadixTabs.Root
      value={value}
      defaultValue={defaultValue ?? tabs[0]?.value}
      onValueChange={onValueChange}
      className={className}
    >
      <RadixTabs.List
        ref={list}
        aria-label={label}
        className={classNames(
          'flex gap-x-6 overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:thin]',
          listClassName,
        )}
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className={classNames(
              'min-h-12 shrink-0 border-b-2 border-transparent font-medium text-muted transition-colors hover:text-bone',
              'focus-visible:-outline-offset-2 data-[state=active]:border-signal data-[state=active]:text-bone',
            )}
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
