package dev.heapconv.demangle;

/** The template whose arguments T_ names while its declaration is printed, and those around it. */
final class TemplateScope {
  final Node template;
  final TemplateScope outer;

  TemplateScope(Node template, TemplateScope outer) {
    this.template = template;
    this.outer = outer;
  }
}
