from django.urls import path

from games.analysis import export_views
from games.analysis.documents import views as documents
from games.analysis.documents.formulas import views as formulas
from games.analysis.learn import counting_views, repeat_views
from games.analysis.learn import views as learn_views
from games.analysis.machines import views as machine_views
from games.analysis.player import views as player_views
from games.analysis.position import views
from games.analysis.proofs import views as proof_views
from games.analysis.review import views as review_views
from games.analysis.tree import views as tree_views

app_name = "analysis"
urlpatterns = [
    path("analysis/", views.analysis, name="analysis"),
    path("analysis/import/", export_views.bring, name="import"),
    path("analysis/setup/<str:text>/", views.setup, name="setup"),
    path("analysis/<str:text>/", views.position, name="position"),
    path("analysis/<str:text>/export.<slug:kind>", export_views.position, name="export"),
    path("analysis/<str:text>/preview-<slug:about>.png", export_views.preview, name="preview"),
    path("analysis/<str:text>/search/", player_views.search, name="search"),
    path("analysis/<str:text>/search/tree/", tree_views.tree, name="search_tree"),
    path("embed/analysis/<str:text>/search/", player_views.embedded, name="embed_search"),
    path("analysis/<str:text>/search/steps/", player_views.steps, name="search_steps"),
    path("games/<game:game_id>/review/", review_views.review, name="review"),
    path("games/<game:game_id>/review/panel/", review_views.panel, name="review_panel"),
    path("games/<game:game_id>/what-if/", review_views.play_on, name="what_if"),
    path("games/<game:game_id>/retry/<str:seat>/", review_views.retry, name="retry"),
    path("games/<game:game_id>/export.<slug:kind>", export_views.game, name="export_game"),
    path("learn/", learn_views.index, name="learn"),
    path("learn/code/<slug:slug>/", learn_views.algorithm, name="algorithm"),
    path("learn/counting/", counting_views.counting, name="counting"),
    path("learn/machines/", machine_views.machines, name="machines"),
    path("learn/machines/menace/", machine_views.menace, name="menace"),
    path("learn/machines/menace/common/", machine_views.common_machine, name="common_machine"),
    path("learn/machines/dstru/", machine_views.expectation, name="expectation"),
    path("learn/machines/<slug:name>/", machine_views.training, name="training"),
    path(
        "learn/machines/<slug:name>/learner.json", machine_views.learner_file, name="learner_file"
    ),
    path("learn/terms/", documents.index_of_terms, name="terms"),
    path("learn/repeat/", repeat_views.repeat, name="repeat"),
    path("learn/<slug:slug>/", learn_views.lesson, name="lesson"),
    path("learn/<slug:slug>/exercises/", learn_views.exercises, name="exercises"),
    path("embed/learn/<slug:slug>/", learn_views.embedded_lesson, name="embed_lesson"),
    path(
        "embed/learn/<slug:slug>/exercises/",
        learn_views.embedded_exercises,
        name="embed_exercises",
    ),
    path("learn/<slug:variant>/play/", learn_views.first_steps, name="first_steps"),
    path("formulas/", formulas.formulas, name="formulas"),
    path("formulas/<int:number>/", formulas.formula, name="formula"),
    path("formulas/matrix/", documents.matrix, name="matrix"),
    path("formulas/matrix/laboratory/", documents.laboratory, name="laboratory"),
    path("formulas/bits/", documents.bits, name="bits"),
    path("formulas/sets/", documents.sets, name="sets"),
    path("formulas/sets/given/", documents.given, name="given"),
    path("formulas/program/", documents.program, name="program"),
    path("formulas/program/<slug:slug>/", documents.program_part, name="program_part"),
    path("formulas/documents/", documents.documents, name="documents"),
    path("formulas/documents/<slug:document>/", documents.document, name="document"),
    path("formulas/errata/", documents.errata, name="errata"),
    path("formulas/errata/<slug:document>/", documents.errata_of, name="errata_of"),
    path("proofs/", proof_views.index, name="proofs"),
    path("proofs/<slug:slug>/", proof_views.engine, name="proof"),
    path("proofs/<slug:variant>/<slug:slug>/", proof_views.engine_of, name="proof_of"),
]
