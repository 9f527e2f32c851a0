package dev.heapconv.demangle;

/** The template whose arguments T_ names while its declaration is printed, and those around it. */
final class TemplateScope {
    private final Node template;
    final TemplateScope outer;

    TemplateScope(Node template, TemplateScope outer) {
        this.template = template;
        this.outer = outer;
    }

    /** The argument, possibly a PACK; null when there is none. */
    static Node argument(TemplateScope scope, int index) {
        return scope == null || index >= scope.template.list.length ? null : scope.template.list[index];
    }
}
